import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { buttonClass } from '#ui/button.tsx';
import { invoicesQuery } from './paper-queries.ts';

export function OrderPaper({ order }: { order: OrderDetail }) {
  // One that was cancelled may have an invoice, and credit notes.
  const wasPaid = order.money.length > 0;
  const search = { orders: String(order.id) };
  const { data } = useQuery({ ...invoicesQuery(search), enabled: wasPaid });
  const outdated = data?.outdated[0];
  return (
    <div className="border-t border-line pt-4">
      <div className="flex flex-wrap gap-3">
        <Link to="/print/slips" search={search} className={buttonClass('outline')}>
          Packing slip
        </Link>
        {wasPaid && (
          <Link to="/print/invoices" search={search} className={buttonClass('outline')}>
            Invoice
          </Link>
        )}
      </div>
      {outdated && (
        <p className="mt-3 callout">
          This order has changed since invoice {outdated.number}. Open Invoice to make the credit
          note and a new invoice.
        </p>
      )}
    </div>
  );
}
