import type { Order } from '#core/contract/selling/orders.ts';
import { yourPieces } from '#core/contract/your-pieces.ts';
import { formatDate } from '#ui/lib/format.ts';
import { Press } from '#ui/press.tsx';
import { useOrderPress } from './order-queries.ts';

type Props = { order: Order; timeZone: string; orderKey: string | undefined };

/** The pressed button is gone: what became of it is read out. */
const focus = (words: HTMLElement | null) => words?.focus();

export function PaymentReport({ order, timeZone, orderKey }: Props) {
  const report = useOrderPress('payment-reports', order.id, orderKey);
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
          <Press press={report} look="outline" busy="Letting us know...">
            I have sent it
          </Press>
        </>
      )}
    </div>
  );
}
