import type { OrderDetail } from '#core/contract/selling/orders.ts';

/** Says before an order is deleted whether its buyer hears of it. */
export default function ToldBuyer({
  order: { status, customerEmail, hasMailServer },
}: {
  order: Pick<OrderDetail, 'status' | 'customerEmail' | 'hasMailServer'>;
}) {
  return (
    <p className="mt-3">
      {status !== 'pending' || customerEmail === ''
        ? 'No email goes to the buyer.'
        : hasMailServer
          ? `An email to ${customerEmail} says that you removed the order, and not to pay it.`
          : `No mail server is set up. The email to ${customerEmail} is in Settings, ready to send.`}
    </p>
  );
}
