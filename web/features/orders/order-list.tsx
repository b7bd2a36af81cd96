import { Link } from '@tanstack/react-router';
import { formatDollars, parseAmount } from '#contract/money.ts';
import type { OwnerOrder } from '#contract/orders.ts';
import type { OrderStatus } from '#contract/words.ts';
import { formatDate } from '#web/lib/format.ts';

const statusColours: Record<OrderStatus, string> = {
  pending: 'bg-[#f0c246] text-[#241a00]',
  paid: 'bg-[#1d4f9c] text-white',
  shipped: 'bg-[#6a3fb5] text-white',
  delivered: 'bg-[#14633f] text-white',
  cancelled: 'bg-[#a3262f] text-white',
};

/** The owner's list of orders, to read: a table, cards on a phone. */
export function OrderList({ orders, timeZone }: { orders: OwnerOrder[]; timeZone: string }) {
  return (
    <table className="figures mt-6 w-full text-left text-[0.95rem] max-md:block">
      <caption className="sr-only">Customer Orders</caption>
      <thead className="text-sm text-quiet max-md:hidden">
        <tr className="border-b border-field">
          {['Order ID', 'Date', 'Customer', 'Specimen', 'Amount', 'Status'].map((name) => (
            <th key={name} scope="col" className="py-2 pr-4 font-medium">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {orders.map((order) => (
          <tr key={order.id} className="border-b border-line align-top max-md:grid max-md:grid-cols-[1fr_auto] max-md:gap-x-4 max-md:py-4">
            <th scope="row" className="py-3 pr-4 font-medium max-md:p-0">
              <Link
                to="/order-confirmation/$order"
                params={{ order: String(order.id) }}
                className="text-accent underline underline-offset-4"
              >
                #{order.id}
              </Link>
            </th>
            <td className="py-3 pr-4 whitespace-nowrap text-quiet max-md:p-0">{formatDate(order.createdAt, timeZone)}</td>
            <td className="py-3 pr-4 max-md:col-span-2 max-md:p-0 max-md:pt-2">
              <span className="block wrap-anywhere">{order.customerName}</span>
              <a href={`mailto:${order.customerEmail}`} className="text-sm wrap-anywhere text-quiet hover:text-accent">
                {order.customerEmail}
              </a>
            </td>
            <td className="py-3 pr-4 max-md:col-span-2 max-md:p-0 max-md:pt-2">
              {order.lines.length === 0 ? (
                'Unknown Specimen'
              ) : (
                <ul>
                  {order.lines.map((line) => (
                    <li key={line.id} className="wrap-anywhere">
                      {line.title}
                      {line.quantity > 1 && ` × ${line.quantity}`}
                    </li>
                  ))}
                </ul>
              )}
            </td>
            <td className="py-3 pr-4 max-md:p-0 max-md:pt-2">{formatDollars(parseAmount(order.totalAmount) ?? 0)}</td>
            <td className="py-3 max-md:p-0 max-md:pt-2">
              <span className={`label inline-block rounded-[2px] px-2 py-1 font-medium ${statusColours[order.status]}`}>
                {order.status.toUpperCase()}
              </span>
              {order.overdue && <span className="mt-1 block text-sm text-bad">Overdue</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
