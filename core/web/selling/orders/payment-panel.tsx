import { lazy, Suspense } from 'react';
import type { Settings } from '#core/contract/admin/settings.ts';
import { formatDollars, parseAmount } from '#core/contract/money.ts';
import { heldUntilText } from '#core/contract/selling/held-until.ts';
import type { FollowedOrder, Order } from '#core/contract/selling/orders.ts';
import {
  DEMO_WARNING,
  ownInstructions,
  PENDING_UNTIL_PAID,
} from '#core/contract/selling/payment-instructions.ts';
import { isDemoHandle, payableHandle } from '#core/contract/selling/venmo.ts';
import { venmoLink } from '#core/contract/selling/venmo-link.ts';
import { OrderParts } from '#core/web/on-order.tsx';
import { buttonClass } from '#ui/button.tsx';
import { CopyField } from '#ui/copy-field.tsx';
import { mailtoUrl } from '#ui/lib/mailto.ts';
import { notePaymentOpened } from './order-queries.ts';
import { PaymentReport } from './payment-panel-report.tsx';

const QrCode = lazy(() => import('#ui/qr-code.tsx'));

/** Few orders wait for it. */
const AskForProof = lazy(() => import('./confirmation-proof.tsx'));

type DueOrder = Order & Pick<FollowedOrder, 'dueAmount'>;
type Props = {
  order: DueOrder;
  venmo: Settings['venmo_settings'];
  email: string;
  timeZone: string;
  orderKey: string | undefined;
};

export function PaymentPanel({ order, venmo, email, timeZone, orderKey }: Props) {
  const handle = payableHandle(venmo);
  const amount = formatDollars(parseAmount(order.dueAmount) ?? 0);
  const mail = (
    <a href={mailtoUrl(email, { subject: `Order #${order.id}` })} className="text-link">
      {email}
    </a>
  );
  const isReported = order.paymentReportedAt !== null;
  const report = <PaymentReport order={order} timeZone={timeZone} orderKey={orderKey} />;
  const way = handle ? (
    <VenmoWay
      order={order}
      handle={handle}
      amount={amount}
      instructions={ownInstructions(venmo.paymentInstructions)}
      orderKey={orderKey}
    />
  ) : (
    <p className="mt-3">
      Email {mail} with order #{order.id} to arrange your payment of {amount}, such as by Zelle or
      PayPal.
    </p>
  );
  return (
    <section aria-labelledby="payment-heading" className="callout bg-raised p-5 sm:p-7">
      <h2 id="payment-heading" className="text-2xl">
        Payment Pending
      </h2>
      {order.awaitsProof
        ? !order.confirmable && <AskForProof order={order} />
        : isReported
          ? report
          : way}
      <Suspense>
        <OrderParts at="pending" order={order} orderKey={orderKey} />
      </Suspense>
      <p className="mt-5">{PENDING_UNTIL_PAID}</p>
      {order.heldUntil !== null && (
        <p className="figures mt-1 font-medium">{heldUntilText(order.heldUntil)}</p>
      )}
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

type WayProps = {
  order: DueOrder;
  handle: string;
  amount: string;
  instructions: string;
  orderKey: string | undefined;
};

function VenmoWay({ order, handle, amount, instructions, orderKey }: WayProps) {
  const link = venmoLink(handle, order.dueAmount, order.id);
  return (
    <>
      <p className="mt-3">
        Send <b className="figures">{amount}</b> via Venmo to <b>{handle}</b> and include{' '}
        <b>Order #{order.id}</b> in the note.
      </p>
      {instructions !== '' && <p className="mt-2 whitespace-pre-line text-quiet">{instructions}</p>}
      {isDemoHandle(handle) && (
        <p className="mt-4 text-lg font-semibold text-bad">{DEMO_WARNING}</p>
      )}
      <div className="mt-4 grid gap-6 md:grid-cols-[1fr_auto]">
        <div>
          <dl className="border-t border-line">
            <CopyField name="Handle" value={handle} />
            <CopyField name="Amount" value={order.dueAmount} shown={amount} />
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
            <QrCode
              text={link}
              label={`QR code that opens Venmo with ${amount} to ${handle}`}
              className="w-full"
            />
          </Suspense>
          <figcaption className="mt-2 text-center text-sm text-quiet">
            Scan with your phone
          </figcaption>
        </figure>
      </div>
    </>
  );
}
