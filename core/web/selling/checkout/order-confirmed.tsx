import { Link } from '@tanstack/react-router';
import { formatDollars, parseAmount } from '#core/contract/money.ts';
import type { PlacedOrder } from '#core/contract/selling/orders.ts';
import { DEMO_WARNING, ownInstructions } from '#core/contract/selling/payment-instructions.ts';
import { proofText } from '#core/contract/selling/proof-text.ts';
import { isDemoHandle, venmoHandle } from '#core/contract/selling/venmo.ts';
import { Button } from '#ui/button.tsx';

/** Replaces the form, which had the focus. */
const focus = (headline: HTMLElement | null) => headline?.focus();

export function OrderConfirmed({
  placed,
  email,
  onClose,
}: {
  placed: PlacedOrder;
  email: string;
  onClose: () => void;
}) {
  const { order, venmoSettings } = placed;
  const amount = formatDollars(parseAmount(order.totalAmount) ?? 0);
  const handle = venmoHandle(venmoSettings?.venmoUsername);
  const instructions = ownInstructions(venmoSettings?.paymentInstructions ?? '');
  return (
    <div>
      <h2 ref={focus} tabIndex={-1} className="text-3xl outline-none">
        Order Confirmed
      </h2>
      <p className="mt-3 text-lg">Order #{order.id}</p>
      <div className="mt-5 callout">
        {order.awaitsProof ? (
          <p>{proofText(order)}</p>
        ) : venmoSettings && handle ? (
          <>
            <p>
              Send <b className="figures">{amount}</b> via Venmo to <b>{handle}</b> and include{' '}
              <b>Order #{order.id}</b> in the note.
            </p>
            {instructions !== '' && (
              <p className="mt-2 whitespace-pre-line text-quiet">{instructions}</p>
            )}
            {isDemoHandle(handle) && <p className="mt-2 font-semibold text-bad">{DEMO_WARNING}</p>}
          </>
        ) : (
          <p>
            Email{' '}
            <a href={`mailto:${email}`} className="text-link">
              {email}
            </a>{' '}
            with order #{order.id} to arrange payment.
          </p>
        )}
      </div>
      <ul className="figures mt-5 divide-y divide-line border-y border-line">
        {order.lines.map((line) => (
          <li key={line.id} className="flex justify-between gap-4 py-2">
            <span className="wrap-anywhere">{line.title}</span>
            <span>{formatDollars(parseAmount(line.lineTotal) ?? 0)}</span>
          </li>
        ))}
        <li className="flex justify-between gap-4 py-2">
          <span>Shipping</span>
          <span>{formatDollars(parseAmount(order.shippingAmount) ?? 0)}</span>
        </li>
        <li className="flex justify-between gap-4 py-2 text-lg">
          <span>Total</span>
          <span>{amount}</span>
        </li>
      </ul>
      <p className="mt-4">
        <Link
          to="/order-confirmation/$order"
          params={{ order: String(order.id) }}
          className="text-link"
        >
          Open your order page
        </Link>
      </p>
      <Button className="mt-6" onClick={onClose}>
        Close
      </Button>
    </div>
  );
}
