import { useState } from 'react';
import { formatDollars, parseAmount } from '#core/contract/money.ts';
import type { MoneyKind } from '#core/contract/selling/order-money.ts';
import { hasEnded, orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { Button } from '#ui/button.tsx';
import { toastError } from '#ui/error-toast.ts';
import { formatDay } from '#ui/lib/format.ts';
import { useSettling } from './admin-order-queries.ts';
import { CorrectMoney } from './correct-money.tsx';
import { NotePayment } from './note-payment.tsx';
import { ACCEPT_AS_SETTLED, KEEP_AS_GIFT } from './order-toasts.ts';
import { RefundOrder } from './refund-order.tsx';

const words: Record<MoneyKind, string> = { payment: 'Received', refund: 'Refunded', fee: 'Fee' };
const centsIn = (amount: string) => parseAmount(amount) ?? 0;
const dollars = (amount: string) => formatDollars(centsIn(amount));

export function OrderMoney({ order, timeZone }: { order: OrderDetail; timeZone: string }) {
  const [isRefunding, setRefunding] = useState(false);
  const [isNoting, setNoting] = useState(false);
  const [corrected, setCorrected] = useState<number | null>(null);
  const row = order.money.find(({ id }) => id === corrected);
  const settling = useSettling(order.id);
  const isTaken = orderStatusTable[order.status].claim === 'taken';
  const [received, due, surplus, toRefund, writtenOff, gift] = [
    centsIn(order.receivedAmount),
    centsIn(order.dueAmount),
    centsIn(order.surplusAmount),
    centsIn(order.toRefundAmount),
    centsIn(order.writtenOffAmount),
    centsIn(order.giftAmount),
  ];
  const isSurplus = !hasEnded(order.status) && surplus > 0;
  const notes = [
    due > 0 && (received > 0 || isTaken) && `Still due: ${formatDollars(due)}.`,
    toRefund > 0 &&
      `To refund: ${formatDollars(toRefund)}. The order was cancelled after money came.`,
    isSurplus && `Surplus: ${formatDollars(surplus)} more than this order costs.`,
    writtenOff > 0 && `Accepted as settled: ${formatDollars(writtenOff)} is written off.`,
    gift > 0 && `${formatDollars(gift)} more than the total is kept as a gift.`,
  ].filter((note) => note !== false);
  return (
    <div className="mb-6">
      {order.money.length > 0 && (
        <ul className="figures border-t border-line">
          {order.money.map(({ id, kind, amount, on, method, title, payer, note }) => (
            <li key={id} className="flex min-h-12 items-center gap-3 border-b border-line py-1">
              <span className="min-w-0 flex-1 wrap-anywhere">
                {[words[kind], title].filter(Boolean).join(', ')}
                <span className="block text-sm text-quiet">
                  {[payer && `from ${payer}`, method, formatDay(on, 'UTC'), note]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <span className="whitespace-nowrap">
                {kind === 'payment' ? '' : '−'}
                {dollars(amount)}
              </span>
              <span className="w-16 text-right">
                {kind !== 'fee' && (
                  <button
                    type="button"
                    aria-label={`Correct: ${words[kind]} ${dollars(amount)}, ${formatDay(on, 'UTC')}`}
                    onClick={() => setCorrected(id)}
                    className="min-h-11 px-1 text-sm text-quiet hover:text-accent"
                  >
                    Correct
                  </button>
                )}
              </span>
            </li>
          ))}
          <li className="flex items-baseline justify-between gap-3 py-3 font-medium">
            <span>You have</span>
            <span className="pr-19">{dollars(order.receivedAmount)}</span>
          </li>
        </ul>
      )}
      {notes.map((note) => (
        <p key={note} className="mt-3 callout figures">
          {note}
        </p>
      ))}
      <div className="mt-3 flex flex-wrap gap-3">
        <Button look="outline" onClick={() => setNoting(true)}>
          Note a payment
        </Button>
        {received !== 0 && (
          <Button look="outline" onClick={() => setRefunding(true)}>
            Refund
          </Button>
        )}
        {isTaken && (due > 0 || surplus > 0) && (
          <Button
            look="outline"
            disabled={settling.isPending}
            onClick={() =>
              settling.mutate(order.receivedAmount, { onError: (error) => toastError(error) })
            }
          >
            {due > 0 ? ACCEPT_AS_SETTLED : KEEP_AS_GIFT}
          </Button>
        )}
      </div>
      {isRefunding && (
        <RefundOrder order={order} timeZone={timeZone} onClose={() => setRefunding(false)} />
      )}
      {isNoting && (
        <NotePayment order={order} timeZone={timeZone} onClose={() => setNoting(false)} />
      )}
      {row && (
        <CorrectMoney
          order={order}
          row={row}
          timeZone={timeZone}
          onClose={() => setCorrected(null)}
        />
      )}
    </div>
  );
}
