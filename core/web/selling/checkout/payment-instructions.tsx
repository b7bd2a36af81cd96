import type { Settings } from '#core/contract/admin/settings.ts';
import { DEMO_WARNING, PENDING_UNTIL_PAID } from '#core/contract/selling/payment-instructions.ts';
import { isDemoHandle, payableHandle } from '#core/contract/selling/venmo.ts';

type Props = {
  venmo: Settings['venmo_settings'];
  email: string /** Whether it could not be asked what holds today. */;
  isOld?: boolean;
};

export function PaymentInstructions({ venmo, email, isOld }: Props) {
  const handle = payableHandle(venmo);
  return (
    <section aria-labelledby="payment-heading" className="border border-line bg-raised p-5">
      <h2 id="payment-heading" className="text-xl">
        Payment Instructions
      </h2>
      {handle ? (
        <p className="mt-3">
          After you order, pay via Venmo to <b className="figures">{handle}</b>.
          {isDemoHandle(handle) && <b className="text-warn"> {DEMO_WARNING}.</b>}
        </p>
      ) : (
        <p className="mt-3">
          After you order, email{' '}
          <a href={`mailto:${email}`} className="text-link">
            {email}
          </a>{' '}
          with your order number to arrange payment.
        </p>
      )}
      {handle && <p className="mt-2 whitespace-pre-line text-quiet">{venmo.paymentInstructions}</p>}
      {handle && isOld && (
        <p role="alert" className="mt-2 text-sm text-warn">
          Failed to fetch Venmo settings: this may be out of date.
        </p>
      )}
      <p className="mt-2 text-quiet">{PENDING_UNTIL_PAID}</p>
    </section>
  );
}
