import { Link } from '@tanstack/react-router';
import { formatDollars, parseAmount } from '#contract/money.ts';
import type { AdminOrder } from '#contract/selling/orders.ts';
import { formatDate } from '#web/lib/format.ts';
import { mailtoUrl } from '#web/lib/mailto.ts';
import { IconButton } from '#web/ui/button.tsx';
import { TrashIcon } from '#web/ui/edit-icons.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { FoldedList } from '#web/ui/folded-list.tsx';
import { Tick } from '#web/ui/tick.tsx';
import { HoldHint, whole } from './order-hold.tsx';
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
            <th
              key={name}
              scope="col"
              className={`py-2 pr-5 font-medium whitespace-nowrap max-xl:sr-only ${name === 'Amount' ? 'xl:text-right' : ''}`}
            >
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

/** A day and a time, each on a line of its own where the column is narrow, and not broken within. */
function When({ instant, timeZone }: { instant: string; timeZone: string }) {
  const [, day, time] = /^(.*), (.*)$/.exec(formatDate(instant, timeZone)) ?? [];
  return (
    <>
      <span className={whole}>{day},</span> <span className={whole}>{time}</span>
    </>
  );
}

/** Titles in sight before the rest is folded. */
const SHOWN = 2;

/** What was ordered, with the first piece's photo. */
function Specimens({ lines }: Pick<AdminOrder, 'lines'>) {
  const picture = lines.find(({ imageUrl }) => imageUrl !== '')?.imageUrl;
  if (lines.length === 0) return 'Unknown Specimen';
  return (
    <div className="flex items-start gap-3 xl:min-w-54">
      {picture !== undefined && (
        <img src={picture} alt="" width={48} height={48} loading="lazy" className="size-12 flex-none bg-[#0b0a0c] object-cover" />
      )}
      <div className="min-w-0">
        <FoldedList
          className="space-y-1 leading-snug"
          shown={SHOWN}
          more={(count) => `and ${count} more`}
          items={lines.map((line) => (
            <li key={line.id} className="wrap-anywhere">
              {line.title}
              {line.quantity > 1 && ` × ${line.quantity}`}
            </li>
          ))}
        />
      </div>
    </div>
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
      <td className={`${cell} text-quiet max-xl:self-center max-xl:justify-self-end max-xl:text-sm`}>
        <When instant={order.createdAt} timeZone={timeZone} />
      </td>
      <td className={`${cell} max-xl:col-span-2`}>
        {/* Wide enough for what an email address is made of. */}
        <div className="xl:min-w-46">
          <span className="block wrap-anywhere">{order.customerName || <span className="text-quiet">unknown</span>}</span>
          {order.customerEmail !== '' && (
            <a href={mailtoUrl(order.customerEmail)} className="text-sm text-quiet hover:text-accent">
              <EmailText email={order.customerEmail} />
            </a>
          )}
        </div>
      </td>
      <td className={`${cell} max-xl:col-span-2 max-xl:pt-2`}>
        <Specimens lines={order.lines} />
      </td>
      <td className={`${cell} xl:text-right max-xl:self-center max-xl:pt-3 max-xl:text-lg`}>
        {formatDollars(parseAmount(order.totalAmount) ?? 0)}
      </td>
      <td className={`${cell} max-xl:justify-self-end max-xl:pt-3`}>
        <StatusBadge order={order} />
        <HoldHint order={order} timeZone={timeZone} />
      </td>
      <td className="py-2 max-xl:col-span-2 max-xl:pt-3 max-xl:pb-0 xl:w-72">
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
