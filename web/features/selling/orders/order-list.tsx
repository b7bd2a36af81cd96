import { Link } from '@tanstack/react-router';
import { formatDollars, parseAmount } from '#contract/money.ts';
import type { AdminOrder } from '#contract/selling/orders.ts';
import { formatDate } from '#web/lib/format.ts';
import { mailtoUrl } from '#web/lib/mailto.ts';
import { IconButton } from '#web/ui/button.tsx';
import { TrashIcon } from '#web/ui/edit-icons.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { Tick } from '#web/ui/tick.tsx';
import { HoldHint } from './order-hold.tsx';
import type { OrdersSearch } from './orders-search.ts';
import { StatusBadge } from './status-badge.tsx';
import { StatusForm } from './status-form.tsx';

type Props = {
  orders: AdminOrder[];
  timeZone: string;
  search: OrdersSearch;
  selected: ReadonlySet<number>;
  onSelect: (ids: number[], isSelected: boolean) => void;
  onDelete: (order: AdminOrder) => void;
};

const columns = ['Order ID', 'Date', 'Customer', 'Specimen', 'Amount', 'Status', 'Actions'];

/** The admin's orders: a table, cards where there is no room for one. */
export function OrderList({ orders, selected, onSelect, ...props }: Props) {
  const ids = orders.map((order) => order.id);
  return (
    <table className="figures mt-4 w-full text-left text-fine max-xl:block">
      <caption className="sr-only">Customer Orders</caption>
      <thead className="text-sm text-quiet max-xl:block">
        <tr className="border-b border-field max-xl:flex">
          <th scope="col" className="w-10 font-medium">
            <Tick
              label="Select all orders on this page"
              visibleLabel={<span className="whitespace-nowrap xl:hidden">Select all</span>}
              checked={ids.length > 0 && ids.every((id) => selected.has(id))}
              onChange={(isSelected) => onSelect(ids, isSelected)}
            />
          </th>
          {columns.map((name) => (
            <th key={name} scope="col" className="py-2 pr-5 font-medium whitespace-nowrap max-xl:sr-only">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-xl:block">
        {orders.map((order) => (
          <Row key={order.id} order={order} isSelected={selected.has(order.id)} onSelect={onSelect} {...props} />
        ))}
      </tbody>
    </table>
  );
}

type RowProps = Omit<Props, 'orders' | 'selected'> & { order: AdminOrder; isSelected: boolean };

function Row({ order, timeZone, search, isSelected, onSelect, onDelete }: RowProps) {
  const cell = 'py-3 pr-5 max-xl:p-0';
  return (
    <tr className="border-b border-line align-top max-xl:grid max-xl:grid-cols-[2.5rem_minmax(0,1fr)_fit-content(55%)] max-xl:gap-x-3 max-xl:py-4">
      <td className="max-xl:row-span-6 xl:pt-0.5">
        <Tick label={`Select order #${order.id}`} checked={isSelected} onChange={(selected) => onSelect([order.id], selected)} />
      </td>
      <th scope="row" className={`${cell} font-medium max-xl:self-center`}>
        <Link
          to="/orders"
          search={{ ...search, order: order.id }}
          activeProps={{}}
          className="inline-flex items-center text-link max-xl:min-h-11 max-xl:text-lg"
        >
          #{order.id}
        </Link>
      </th>
      <td className={`${cell} text-quiet max-xl:self-center xl:whitespace-nowrap max-xl:text-sm`}>
        {formatDate(order.createdAt, timeZone)}
      </td>
      <td className={`${cell} max-xl:col-span-2`}>
        <span className="block wrap-anywhere">{order.customerName || <span className="text-quiet">unknown</span>}</span>
        {order.customerEmail !== '' && (
          <a href={mailtoUrl(order.customerEmail)} className="text-sm text-quiet hover:text-accent">
            <EmailText email={order.customerEmail} />
          </a>
        )}
      </td>
      <td className={`${cell} max-xl:col-span-2 max-xl:pt-2`}>
        {order.lines.length === 0 ? (
          'Unknown Specimen'
        ) : (
          <ul className="space-y-1.5">
            {order.lines.map((line) => (
              <li key={line.id} className="wrap-anywhere">
                {line.title}
                {line.quantity > 1 && ` × ${line.quantity}`}
              </li>
            ))}
          </ul>
        )}
      </td>
      <td className={`${cell} max-xl:self-center max-xl:pt-3 max-xl:text-lg`}>{formatDollars(parseAmount(order.totalAmount) ?? 0)}</td>
      <td className={`${cell} max-xl:justify-self-end max-xl:pt-3`}>
        <StatusBadge order={order} />
        <HoldHint order={order} timeZone={timeZone} />
      </td>
      <td className="py-2 max-xl:col-span-2 max-xl:pt-3 max-xl:pb-0 xl:w-80">
        <div className="flex max-w-md items-start gap-1">
          <div className="min-w-0 flex-1">
            <StatusForm order={order} timeZone={timeZone} />
          </div>
          <IconButton label={`Delete order #${order.id}`} onClick={() => onDelete(order)} className="shrink-0 hover:text-bad">
            <TrashIcon />
          </IconButton>
        </div>
      </td>
    </tr>
  );
}
