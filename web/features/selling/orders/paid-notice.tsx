import { orderStatusTable } from '#contract/selling/order-statuses.ts';
import type { FollowedOrder } from '#contract/selling/orders.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { CopyField } from '#web/ui/copy-field.tsx';

/** How far an order is that is paid, and how to follow its package. */
export default function PaidNotice({ order }: { order: FollowedOrder }) {
  const { buyerNotice, showsTracking } = orderStatusTable[order.status];
  return (
    <section className="border-l-4 border-good bg-raised p-5 sm:p-7">
      <h2 className="mb-3 text-2xl">{buyerNotice?.title}</h2>
      <p>{buyerNotice?.text}</p>
      {showsTracking && (order.carrier || order.trackingNumber) && (
        <dl className="mt-3 border-t border-line">
          {order.carrier && <CopyField name="Carrier" value={order.carrier} />}
          {order.trackingNumber && <CopyField name="Tracking" value={order.trackingNumber} />}
        </dl>
      )}
      {showsTracking && order.trackingUrl && (
        <a href={order.trackingUrl} target="_blank" rel="noopener noreferrer" className={buttonClass('solid', 'mt-5 print:hidden')}>
          Track your package
        </a>
      )}
    </section>
  );
}
