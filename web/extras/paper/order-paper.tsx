import { Link } from '@tanstack/react-router';
import { orderStatusTable } from '#contract/selling/order-statuses.ts';
import type { OrderDetail } from '#contract/selling/orders.ts';
import { buttonClass } from '#web/ui/button.tsx';

/** What can be printed for an order. */
export function OrderPaper({ order }: { order: OrderDetail }) {
  const isPaid = orderStatusTable[order.status].claim === 'taken';
  const search = { orders: String(order.id) };
  return (
    <div className="border-t border-line pt-4">
      <div className="flex flex-wrap gap-3">
        <Link to="/print/slips" search={search} className={buttonClass('outline')}>
          Packing slip
        </Link>
        {isPaid && (
          <Link to="/print/invoices" search={search} className={buttonClass('outline')}>
            Invoice
          </Link>
        )}
      </div>
    </div>
  );
}
