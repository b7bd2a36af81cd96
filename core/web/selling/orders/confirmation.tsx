import { lazy, type ReactNode, Suspense } from 'react';
import type { Settings } from '#core/contract/admin/settings.ts';
import { formatDollars, parseAmount } from '#core/contract/money.ts';
import { orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import type { FollowedOrder } from '#core/contract/selling/orders.ts';
import { AmountRow } from '#ui/amount-row.tsx';
import { Button } from '#ui/button.tsx';
import { CopyField } from '#ui/copy-field.tsx';
import { EmailText } from '#ui/email-text.tsx';
import { PaymentPanel } from './payment-panel.tsx';

const Asked = lazy(() => import('./asked.tsx'));
const ConfirmationSteps = lazy(() => import('./confirmation-steps.tsx'));
const MovedMoney = lazy(() => import('./confirmation-money.tsx'));
const OrderNotice = lazy(() => import('./order-notice.tsx'));

type Props = {
  order: FollowedOrder;
  settings: Settings;
  origin: string;
  orderKey: string | undefined;
  children: ReactNode;
};

export function Confirmation({ order, settings, origin, orderKey, children }: Props) {
  const { general, venmo_settings: venmo } = settings;
  const dollars = (amount: string) => formatDollars(parseAmount(amount) ?? 0);
  const { buyerNotice, claim } = orderStatusTable[order.status];
  const hasEnded = claim === 'none';
  return (
    <article className="mx-auto max-w-3xl">
      <p className="mb-6 hidden font-serif text-xl print:block">{general.siteTitle}</p>
      <h1 className="page-title look-large">{hasEnded ? buyerNotice.title : 'Order Confirmed!'}</h1>
      <p className="mt-3 text-lg">
        {hasEnded
          ? `Order #${order.id}`
          : `Your order #${order.id} has been received successfully.`}
      </p>
      <Suspense>
        {(order.confirmable ||
          order.proposal ||
          (claim === 'taken' && order.dueAmount > '0.00')) && (
          <Asked order={order} settings={settings} orderKey={orderKey} />
        )}
        <div className="mt-5">
          {buyerNotice === null && order.dueAmount > '0.00' ? (
            <PaymentPanel
              order={order}
              venmo={venmo}
              email={general.contactEmail}
              timeZone={general.timeZone}
              orderKey={orderKey}
            />
          ) : (
            <OrderNotice order={order} email={general.contactEmail} />
          )}
        </div>

        <ConfirmationSteps steps={order.steps} timeZone={general.timeZone} />
        <div className="mt-10 grid gap-10 md:grid-cols-2">
          <section aria-labelledby="order-summary">
            <h2 id="order-summary" className="text-2xl">
              Order Summary
            </h2>
            <p className="mt-3 text-quiet">
              {order.lines.length > 1 ? 'Multiple items (see order notes for details)' : 'Specimen'}
            </p>
            <ul className="figures mt-2 divide-y divide-line border-y border-line">
              {order.lines.map((line) => (
                <li key={line.id} className="flex flex-wrap gap-4 py-3">
                  {line.imageUrl !== '' && (
                    <img
                      src={line.imageUrl}
                      alt=""
                      width={80}
                      height={80}
                      loading="lazy"
                      className="size-20 shrink-0 bg-[#0b0a0c] object-cover"
                    />
                  )}
                  <div className="min-w-[min(6rem,100%)] flex-1">
                    <p className="font-serif text-lg leading-snug wrap-anywhere">
                      {hasEnded && line.specimenId !== null ? (
                        <a href={`/specimen/${line.specimenId}`} className="text-link">
                          {line.title}
                        </a>
                      ) : (
                        line.title
                      )}
                    </p>
                    <p className="text-sm text-quiet">
                      {dollars(line.price)} × {line.quantity}
                    </p>
                  </div>
                  <p>{dollars(line.lineTotal)}</p>
                </li>
              ))}
            </ul>
            <dl className="figures mt-3 space-y-1">
              <AmountRow name="Subtotal" value={dollars(order.subtotalAmount)} />
              <AmountRow
                name="Shipping"
                value={
                  parseAmount(order.shippingAmount) === 0 ? 'Free' : dollars(order.shippingAmount)
                }
              />
              <AmountRow
                name="Total"
                value={dollars(order.totalAmount)}
                isTotal
                className="text-xl"
              />
              {(order.payments[0] ?? order.refunds[0]) && (
                <MovedMoney order={order} timeZone={general.timeZone} />
              )}
            </dl>
          </section>
          <section aria-labelledby="shipping-details">
            <h2 id="shipping-details" className="text-2xl">
              Shipping Details
            </h2>
            <dl className="mt-3 border-t border-line">
              <Detail name="Name" value={order.customerName} />
              <Detail
                name="Email"
                value={order.customerEmail && <EmailText email={order.customerEmail} />}
              />
              <Detail name="Address" value={order.customerAddress} />
              <Detail name="Notes" value={order.buyerNotes} />
            </dl>
          </section>
        </div>
      </Suspense>
      <section aria-labelledby="keep-link" className="mt-10 print:hidden">
        <h2 id="keep-link" className="text-2xl">
          Keep this link
        </h2>
        <p className="mt-2 text-quiet">
          Bookmark it to see this order from any device. It shows your address, so keep it private.
        </p>
        <dl className="mt-2 border-t border-line">
          <CopyField name="Link" value={`${origin}${order.secretPath}`} isLong />
        </dl>
      </section>
      <div className="mt-10 flex flex-wrap gap-3 print:hidden">
        {children}
        <Button look="outline" onClick={() => print()}>
          Print this page
        </Button>
      </div>
    </article>
  );
}

function Detail({ name, value }: { name: string; value: ReactNode }) {
  return value ? (
    <div className="grid grid-cols-[5.5rem_1fr] gap-4 border-b border-line py-2.5">
      <dt className="text-quiet">{name}</dt>
      <dd className="whitespace-pre-line wrap-anywhere">{value}</dd>
    </div>
  ) : null;
}
