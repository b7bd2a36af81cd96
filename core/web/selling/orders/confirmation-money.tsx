import { formatDollars, parseAmount } from '#core/contract/money.ts';
import type { FollowedOrder } from '#core/contract/selling/orders.ts';
import { AmountRow } from '#ui/amount-row.tsx';
import { formatDate } from '#ui/lib/format.ts';

/** What the buyer paid and got back, in rows beneath the total. */
const MovedMoney = ({ order, timeZone }: { order: FollowedOrder; timeZone: string }) =>
  [
    ...order.payments.map((payment) => ({ ...payment, name: 'Paid', sign: '' })),
    ...order.refunds.map((refund) => ({ ...refund, name: 'Refunded', sign: '−' })),
  ].map(({ name, sign, amount, at, method, title }) => (
    <AmountRow
      key={name + at + amount}
      name={`${[name, title, method].filter(Boolean).join(', ')} · ${formatDate(at, timeZone)}`}
      value={`${sign}${formatDollars(parseAmount(amount) ?? 0)}`}
      className="gap-4 wrap-anywhere [&>dd]:whitespace-nowrap"
    />
  ));

export default MovedMoney;
