import type { Order } from '#contract/selling/orders.ts';
import { messageOf } from '#web/lib/api.ts';
import { formatDate } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { usePaymentReport } from './order-queries.ts';

type Props = { order: Order; timeZone: string; orderKey: string | undefined };

/** Lets the buyer say that the payment is on its way. */
export function PaymentReport({ order, timeZone, orderKey }: Props) {
  const report = usePaymentReport(order.id, orderKey);
  return (
    <div role="status" className="mt-5 border-t border-line pt-5 print:hidden">
      {order.paymentReportedAt !== null ? (
        <p>
          <b>You have sent it.</b> You told us on {formatDate(order.paymentReportedAt, timeZone)}. Everything stays held for you until the
          seller has found your payment.
        </p>
      ) : (
        <>
          <p>Have you paid? Please press this button: it tells the seller to look for your payment, and nothing is given away meanwhile.</p>
          <Button look="outline" className="mt-3" disabled={report.isPending} onClick={() => report.mutate()}>
            {report.isPending ? 'Telling the seller...' : 'I have sent it'}
          </Button>
          {report.error && (
            <p role="alert" className="mt-2 text-bad">
              {messageOf(report.error)}
            </p>
          )}
        </>
      )}
    </div>
  );
}
