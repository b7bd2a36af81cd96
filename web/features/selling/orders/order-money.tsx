import { useState } from 'react';
import { formatDollars, parseAmount } from '#contract/money.ts';
import type { MoneyKind } from '#contract/selling/order-money.ts';
import { orderStatusTable } from '#contract/selling/order-statuses.ts';
import type { OrderDetail } from '#contract/selling/orders.ts';
import { formatDay } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { CorrectMoney } from './correct-money.tsx';
import { NotePayment } from './note-payment.tsx';
import { RefundOrder } from './refund-order.tsx';

const words: Record<MoneyKind, string> = { payment: 'Received', refund: 'Refunded', fee: 'Fee' };
const centsIn = (amount: string) => parseAmount(amount) ?? 0;
const dollars = (amount: string) => formatDollars(centsIn(amount));

/** What was received and refunded, what is left of it, and the ways to refund, correct and note more. */
export function OrderMoney({ order, timeZone }: { order: OrderDetail; timeZone: string }) {
  const [isRefunding, setRefunding] = useState(false);
  const [isNoting, setNoting] = useState(false);
  const [corrected, setCorrected] = useState<number | null>(null);
  const row = order.money.find(({ id }) => id === corrected);
  const isMissing = centsIn(order.dueAmount) > 0;
  const isSurplus = orderStatusTable[order.status].claim === 'taken' && centsIn(order.surplusAmount) > 0;
  if (order.money.length === 0 && !isMissing) return null;
  return (
    <div className="mb-6">
      {order.money.length > 0 && (
        <ul className="figures border-t border-line">
          {order.money.map(({ id, kind, amount, on, method, title }) => (
            <li key={id} className="flex min-h-12 items-center gap-3 border-b border-line py-1">
              <span className="min-w-0 flex-1 wrap-anywhere">
                {[words[kind], title].filter(Boolean).join(', ')}
                <span className="block text-sm text-quiet">{[method, formatDay(on, 'UTC')].filter(Boolean).join(' · ')}</span>
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
      {isMissing && <p className="callout">{dollars(order.dueAmount)} of this order isn’t noted as received.</p>}
      {isSurplus && <p className="callout">{dollars(order.surplusAmount)} more than this order costs now. Refund it to the buyer.</p>}
      <div className="mt-3 flex flex-wrap gap-3">
        {isMissing && <Button onClick={() => setNoting(true)}>Note the payment</Button>}
        {centsIn(order.receivedAmount) !== 0 && (
          <Button look={isSurplus ? 'solid' : 'outline'} onClick={() => setRefunding(true)}>
            Refund
          </Button>
        )}
      </div>
      {isRefunding && <RefundOrder order={order} timeZone={timeZone} onClose={() => setRefunding(false)} />}
      {isNoting && <NotePayment order={order} missing={order.dueAmount} timeZone={timeZone} onClose={() => setNoting(false)} />}
      {row && <CorrectMoney order={order} row={row} timeZone={timeZone} onClose={() => setCorrected(null)} />}
    </div>
  );
}
