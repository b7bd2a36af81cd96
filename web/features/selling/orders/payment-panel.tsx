import { lazy, Suspense } from 'react';
import type { Settings } from '#contract/admin/settings.ts';
import { formatDollars, parseAmount } from '#contract/money.ts';
import { heldUntilText } from '#contract/selling/held-until.ts';
import { handleToPay } from '#contract/selling/order-kinds.ts';
import type { Order } from '#contract/selling/orders.ts';
import { DEMO_WARNING, ownInstructions, PENDING_UNTIL_PAID, proofText } from '#contract/selling/payment-instructions.ts';
import { isDemoHandle, venmoLink } from '#contract/selling/venmo.ts';
import { mailtoUrl } from '#web/lib/mailto.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { CopyField } from '#web/ui/copy-field.tsx';
import { notePaymentOpened } from './order-queries.ts';
import { PaymentReport } from './payment-panel-report.tsx';

const QrCode = lazy(() => import('#web/ui/qr-code.tsx'));

type Props = {
  order: Order;
  venmo: Settings['venmo_settings'];
  email: string;
  timeZone: string;
  /** The key of the secret link that opened the page. */
  orderKey: string | undefined;
};

/** How to pay a pending order: the handle, the amount and the note, as text to copy, as a link and as a code for a phone's camera. */
export function PaymentPanel({ order, venmo, email, timeZone, orderKey }: Props) {
  const handle = handleToPay(order, venmo);
  const amount = formatDollars(parseAmount(order.totalAmount) ?? 0);
  const mail = (
    <a href={mailtoUrl(email, { subject: `Order #${order.id}` })} className="text-link">
      {email}
    </a>
  );
  const isReported = order.paymentReportedAt !== null;
  const report = <PaymentReport order={order} timeZone={timeZone} orderKey={orderKey} />;
  const way = handle ? (
    <VenmoWay order={order} handle={handle} amount={amount} instructions={ownInstructions(venmo.paymentInstructions)} orderKey={orderKey} />
  ) : (
    <p className="mt-3">
      Email {mail} with order #{order.id} to arrange your payment of {amount}, such as by Zelle or PayPal.
    </p>
  );
  return (
    <section aria-labelledby="payment-heading" className="callout bg-raised p-5 sm:p-7">
      <h2 id="payment-heading" className="text-2xl">
        Payment Pending
      </h2>
      {order.awaitsProof ? <p className="mt-3 font-medium">{proofText(order)}</p> : isReported ? report : way}
      <p className="mt-5">{PENDING_UNTIL_PAID}</p>
      {order.heldUntil !== null && <p className="figures mt-1 font-medium">{heldUntilText(order.heldUntil, timeZone)}</p>}
      {!order.awaitsProof &&
        (isReported ? (
          <details className="mt-2 print:hidden">
            <summary className="min-h-11 w-fit cursor-pointer py-2.5 text-link">How to pay</summary>
            {way}
          </details>
        ) : (
          <>
            {handle && (
              <p className="mt-2 text-quiet">
                Prefer Zelle or PayPal? Email us at {mail} with order #{order.id}.
              </p>
            )}
            {report}
          </>
        ))}
    </section>
  );
}

type WayProps = { order: Order; handle: string; amount: string; instructions: string; orderKey: string | undefined };

function VenmoWay({ order, handle, amount, instructions, orderKey }: WayProps) {
  const link = venmoLink(handle, order.totalAmount, order.id);
  return (
    <>
      <p className="mt-3">
        Send <b className="figures">{amount}</b> via Venmo to <b>{handle}</b> and include <b>Order #{order.id}</b> in the note.
      </p>
      {instructions !== '' && <p className="mt-2 whitespace-pre-line text-quiet">{instructions}</p>}
      {isDemoHandle(handle) && <p className="mt-4 text-lg font-semibold text-bad">{DEMO_WARNING}</p>}
      <div className="mt-4 grid gap-6 md:grid-cols-[1fr_auto]">
        <div>
          <dl className="border-t border-line">
            <CopyField name="Handle" value={handle} />
            <CopyField name="Amount" value={order.totalAmount} shown={amount} />
            <CopyField name="Note" value={`Order #${order.id}`} />
          </dl>
          <a
            href={link}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass('solid', 'mt-5 print:hidden')}
            onClick={() => notePaymentOpened(order.id, orderKey)}
          >
            Pay with Venmo
          </a>
        </div>
        <figure className="hidden w-40 md:block print:block">
          <Suspense fallback={<div className="aspect-square bg-white" />}>
            <QrCode text={link} label={`QR code that opens Venmo with ${amount} to ${handle}`} className="w-full" />
          </Suspense>
          <figcaption className="mt-2 text-center text-sm text-quiet">Scan with your phone</figcaption>
        </figure>
      </div>
    </>
  );
}
