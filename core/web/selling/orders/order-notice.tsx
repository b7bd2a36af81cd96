import { parseAmount } from '#core/contract/money.ts';
import { hasEnded, orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import type { FollowedOrder } from '#core/contract/selling/orders.ts';
import { buttonClass } from '#ui/button.tsx';
import { CopyField } from '#ui/copy-field.tsx';
import { mailtoUrl } from '#ui/lib/mailto.ts';

type Props = { order: FollowedOrder; email: string };

/** In place of how to pay, once there is nothing to pay. */
const OrderNotice = (props: Props) =>
  hasEnded(props.order.status) ? <EndedNotice {...props} /> : <PaidNotice order={props.order} />;
export default OrderNotice;

function PaidNotice({ order }: { order: FollowedOrder }) {
  const { buyerNotice, showsTracking } =
    orderStatusTable[order.status === 'pending' ? 'paid' : order.status];
  // The page says above what is still due.
  const isDue = parseAmount(order.dueAmount) !== 0;
  return (
    <section className="border-l-4 border-good bg-raised p-5 sm:p-7">
      <h2 className="mb-3 text-2xl">{buyerNotice?.title}</h2>
      <p>
        {isDue && !showsTracking
          ? 'Thank you. We’ve received a part of your payment.'
          : buyerNotice?.text}
      </p>
      {showsTracking && (order.carrier || order.trackingNumber) && (
        <dl className="mt-3 border-t border-line">
          {order.carrier && <CopyField name="Carrier" value={order.carrier} />}
          {order.trackingNumber && <CopyField name="Tracking" value={order.trackingNumber} />}
        </dl>
      )}
      {showsTracking && order.trackingUrl && (
        <a
          href={order.trackingUrl}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass('solid', 'mt-5 print:hidden')}
        >
          Track your package
        </a>
      )}
    </section>
  );
}

function EndedNotice({ order, email }: Props) {
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
        <p>
          {wasPaid
            ? 'This order was cancelled after you paid. Your refund is below.'
            : notice?.text}
        </p>
      )}
      {!wasPaid && (
        <p className="mt-3">
          {order.endedUnpaid
            ? 'We didn’t receive your payment in time, so your order was cancelled. '
            : `${order.endedByBuyer ? 'You' : 'We'} cancelled your order. `}
          <a
            href={mailtoUrl(email, { subject: `I had paid for order #${order.id}` })}
            className="text-link"
          >
            I had paid
          </a>
        </p>
      )}
    </section>
  );
}
