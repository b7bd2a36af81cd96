import { Link } from '@tanstack/react-router';
import { formatDollars, parseAmount } from '#core/contract/money.ts';
import type { AdminOrder } from '#core/contract/selling/orders.ts';
import { IconButton } from '#ui/button.tsx';
import { TrashIcon } from '#ui/edit-icons.tsx';
import { EmailText } from '#ui/email-text.tsx';
import { FoldedList } from '#ui/folded-list.tsx';
import { formatDate } from '#ui/lib/format.ts';
import { mailtoUrl } from '#ui/lib/mailto.ts';
import { Tick } from '#ui/tick.tsx';
import { HoldHint, whole } from './order-hold.tsx';
import type { OrdersSearch } from './orders-search.ts';
import { StatusBadge } from './status-badge.tsx';
import { useStatusForm } from './status-form.tsx';

type Props = {
  orders: AdminOrder[];
  timeZone: string;
  search: OrdersSearch;
  isSelecting: boolean;
  selected: ReadonlySet<number>;
  onSelect: (ids: number[], isSelected: boolean) => void;
  onDelete: (order: AdminOrder) => void;
};

const columns = ['Order ID', 'Date', 'Customer', 'Specimen', 'Amount', 'Status', 'Actions'];

export function OrderList({ orders, selected, onSelect, ...props }: Props) {
  const ids = orders.map((order) => order.id);
  return (
    <table className="figures w-full text-left text-fine max-xl:block">
      <caption className="sr-only">Customer Orders</caption>
      <thead className="text-sm text-quiet max-xl:block">
        <tr className="max-xl:flex">
          <th scope="col" className={props.isSelecting ? 'w-10 font-medium' : 'hidden'}>
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
      <tbody className="border-b border-line max-xl:block">
        {orders.map((order) => (
          <Row
            key={order.id}
            order={order}
            isSelected={selected.has(order.id)}
            onSelect={onSelect}
            {...props}
          />
        ))}
      </tbody>
    </table>
  );
}

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

function Specimens({
  id,
  lines,
  search,
}: Pick<AdminOrder, 'id' | 'lines'> & Pick<Props, 'search'>) {
  const picture = lines.find(({ imageUrl }) => imageUrl !== '')?.imageUrl;
  if (lines.length === 0) return 'Unknown Specimen';
  return (
    <div className="flex items-start gap-3 xl:min-w-54">
      {picture !== undefined && (
        <Link
          to="/orders"
          search={{ ...search, order: id }}
          activeProps={{}}
          aria-hidden="true"
          tabIndex={-1}
          className="flex-none"
        >
          <img
            src={picture}
            alt=""
            width={48}
            height={48}
            loading="lazy"
            className="size-12 bg-[#0b0a0c] object-cover"
          />
        </Link>
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

function Row({ order, timeZone, search, isSelecting, isSelected, onSelect, onDelete }: RowProps) {
  const cell = 'py-3 pr-5 max-xl:p-0';
  const { choice, change } = useStatusForm({ order, timeZone });
  return (
    <>
      <tr
        className={`border-t border-line align-top max-xl:grid max-xl:gap-x-3 max-xl:py-4 ${isSelecting ? 'max-xl:grid-cols-[2.5rem_minmax(0,1fr)_fit-content(55%)]' : 'max-xl:grid-cols-[minmax(0,1fr)_fit-content(55%)]'}`}
      >
        <td className={isSelecting ? 'max-xl:row-span-6 xl:pt-0.5' : 'hidden'}>
          <Tick
            label={`Select order #${order.id}`}
            checked={isSelected}
            onChange={(selected) => onSelect([order.id], selected)}
          />
        </td>
        <th scope="row" className={`${cell} font-medium max-xl:self-center`}>
          <Link
            to="/orders"
            search={{ ...search, order: order.id }}
            activeProps={{}}
            className="-mx-1 inline-flex min-h-6 items-center px-1 text-link max-xl:min-h-11 max-xl:text-lg"
          >
            #{order.id}
          </Link>
        </th>
        <td
          className={`${cell} text-quiet max-xl:self-center max-xl:justify-self-end max-xl:text-sm`}
        >
          <When instant={order.createdAt} timeZone={timeZone} />
        </td>
        <td className={`${cell} max-xl:col-span-2`}>
          {/* Wide enough for what an email address is made of. */}
          <div className="xl:min-w-46">
            <span className="block wrap-anywhere">
              {order.customerName || <span className="text-quiet">unknown</span>}
            </span>
            {order.customerEmail !== '' && (
              <a
                href={mailtoUrl(order.customerEmail)}
                className="line-link text-sm text-quiet hover:text-accent"
              >
                <EmailText email={order.customerEmail} />
              </a>
            )}
          </div>
        </td>
        <td className={`${cell} max-xl:col-span-2 max-xl:pt-2`}>
          <Specimens id={order.id} lines={order.lines} search={search} />
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
            <div className="min-w-0 flex-1">{choice}</div>
            <IconButton
              label={`Delete order #${order.id}`}
              onClick={() => onDelete(order)}
              className="shrink-0 hover:text-bad"
            >
              <TrashIcon />
            </IconButton>
          </div>
        </td>
      </tr>
      {change && (
        <tr className="max-xl:block">
          <td
            colSpan={columns.length + (isSelecting ? 1 : 0)}
            className="pb-4 max-xl:block xl:pl-10"
          >
            {change}
          </td>
        </tr>
      )}
    </>
  );
}
