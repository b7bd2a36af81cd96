import { useState } from 'react';
import { formatDollars, parseAmount } from '#contract/money.ts';
import type { MoneyKind } from '#contract/selling/order-money.ts';
import type { OrderDetail } from '#contract/selling/orders.ts';
import { formatDate } from '#web/lib/format.ts';
import { AmountRow } from '#web/ui/amount-row.tsx';
import { Button } from '#web/ui/button.tsx';
import { RefundOrder } from './refund-order.tsx';

const words: Record<MoneyKind, string> = { payment: 'Received', refund: 'Refunded', fee: 'Fee' };
const dollars = (amount: string) => formatDollars(parseAmount(amount) ?? 0);

/** What was received and refunded, what is left of it, and the way to refund more. */
export function OrderMoney({ order, timeZone }: { order: OrderDetail; timeZone: string }) {
  const [isRefunding, setRefunding] = useState(false);
  if (order.money.length === 0) return null;
  return (
    <div className="mb-6">
      <dl className="figures space-y-1 border-t border-line pt-3">
        {order.money.map(({ id, kind, amount, at, method, title }) => (
          <AmountRow
            key={id}
            name={`${[words[kind], title, method].filter(Boolean).join(', ')} · ${formatDate(at, timeZone)}`}
            value={`${kind === 'payment' ? '' : '−'}${dollars(amount)}`}
            className="gap-4 wrap-anywhere [&>dd]:whitespace-nowrap"
          />
        ))}
        <AmountRow name="You have" value={dollars(order.receivedAmount)} isTotal />
      </dl>
      {parseAmount(order.receivedAmount) !== 0 && (
        <Button look="outline" className="mt-4" onClick={() => setRefunding(true)}>
          Refund
        </Button>
      )}
      {isRefunding && <RefundOrder order={order} onClose={() => setRefunding(false)} />}
    </div>
  );
}
