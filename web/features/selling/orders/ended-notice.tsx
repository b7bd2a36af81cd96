import { orderStatusTable } from '#contract/selling/order-statuses.ts';
import type { FollowedOrder } from '#contract/selling/orders.ts';
import { mailtoUrl } from '#web/lib/mailto.ts';

/** Why an order has ended, and the way to the shop for who had paid. The page's own heading says that it has. */
export default function EndedNotice({ order, email }: { order: FollowedOrder; email: string }) {
  const notice = orderStatusTable[order.status].buyerNotice;
  const wasPaid = order.steps.some(({ step, isDone }) => step === 'paid' && isDone);
  return (
    <section className="border-l-4 border-bad bg-raised p-5 sm:p-7">
      {wasPaid && order.refunds.length === 0 && notice && 'ifPaid' in notice ? (
        <p>
          {notice.ifPaid}{' '}
          <a href={mailtoUrl(email, { subject: `Order #${order.id}` })} className="text-link">
            {email}
          </a>
          .
        </p>
      ) : (
        <p>{wasPaid ? 'This order was cancelled after you paid. Your refund is below.' : notice?.text}</p>
      )}
      {!wasPaid && (
        <p className="mt-3">
          {order.endedUnpaid ? 'We didn’t receive your payment in time, so your order was cancelled. ' : 'We cancelled your order. '}
          <a href={mailtoUrl(email, { subject: `I had paid for order #${order.id}` })} className="text-link">
            I had paid
          </a>
        </p>
      )}
    </section>
  );
}
