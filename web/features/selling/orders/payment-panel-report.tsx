import type { Order } from '#contract/selling/orders.ts';
import { yourPieces } from '#contract/your-pieces.ts';
import { messageOf } from '#web/lib/api.ts';
import { formatDate } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { usePaymentReport } from './order-queries.ts';

type Props = { order: Order; timeZone: string; orderKey: string | undefined };

/** The pressed button is gone: its focus goes to what has become of it, which is then read out. */
const focus = (words: HTMLElement | null) => words?.focus();

/** Lets the buyer say that the payment is on its way. */
export function PaymentReport({ order, timeZone, orderKey }: Props) {
  const report = usePaymentReport(order.id, orderKey);
  return (
    <div className="mt-5 border-t border-line pt-5 print:hidden">
      {order.paymentReportedAt !== null ? (
        <p ref={report.isSuccess ? focus : undefined} tabIndex={-1} className="outline-none">
          <b>Thank you!</b>{' '}
          {`You told us on ${formatDate(order.paymentReportedAt, timeZone)} that you sent it. We’ll keep holding ${yourPieces(order.lines)} while we confirm it.`}
        </p>
      ) : (
        <>
          <p>{`Already paid? Let us know. We’ll keep holding ${yourPieces(order.lines)} while we check.`}</p>
          <Button look="outline" className="mt-3" disabled={report.isPending} onClick={() => report.mutate()}>
            {report.isPending ? 'Letting us know...' : 'I have sent it'}
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
