/** What follows from the rows of an order's money. Plain functions, in cents. */
import { formatDollars } from '#contract/money.ts';
import { type OrderStatus, orderStatusTable } from '#contract/selling/order-statuses.ts';
import type { MoneyRow } from './order-money.queries.ts';

export type Money = (Pick<MoneyRow, 'kind' | 'amount_cents'> & Partial<Pick<MoneyRow, 'surplus_cents'>>)[];

export const sumOf = (money: Money, kind: MoneyRow['kind']): number =>
  money.reduce((sum, row) => sum + (row.kind === kind ? row.amount_cents : 0), 0);

/** What the shop has of the buyer: payments less refunds. */
export const receivedOf = (money: Money): number => sumOf(money, 'payment') - sumOf(money, 'refund');

/** What was received beyond what the order costs: it is the buyer's. */
export const surplusOf = ({ total_cents }: Pick<Order, 'total_cents'>, money: Money): number =>
  Math.max(0, receivedOf(money) - total_cents);

/** What is still to be paid of an order whose pieces its buyer has. What was given back of its total is not. */
export function dueOf({ status, total_cents }: Omit<Order, 'id'>, money: Money): number {
  if (orderStatusTable[status].claim !== 'taken') return 0;
  const forgone = money.reduce(
    (sum, { kind, amount_cents, surplus_cents = 0 }) => sum + (kind === 'refund' ? amount_cents - surplus_cents : 0),
    0,
  );
  return Math.max(0, total_cents - forgone - receivedOf(money));
}

/** How a payment came; `method` null: as the order notes it. */
export type NotedPayment = { method: string | null; at: string; feeCents: number };

type Order = { id: number; status: OrderStatus; total_cents: number };

/**
 * What a change of status does to an order's money. What is missing when the pieces are taken has been received then; back to pending is a correction, as if
 * nothing had been received.
 */
export type MoneyEffect =
  | { do: 'nothing' }
  | { do: 'receive'; cents: number }
  | { do: 'forget'; cents: number }
  | { do: 'refuse'; reason: string };

export function effectOnMoney(order: Order, to: OrderStatus, money: Money): MoneyEffect {
  const received = receivedOf(money);
  const [from, claim] = [orderStatusTable[order.status].claim, orderStatusTable[to].claim];
  if (claim === 'taken' && from !== 'taken' && received < order.total_cents) return { do: 'receive', cents: order.total_cents - received };
  if (claim !== 'held' || received === 0) return { do: 'nothing' };
  if (sumOf(money, 'refund') === 0) return { do: 'forget', cents: received };
  return {
    do: 'refuse',
    reason: `You refunded a part of order #${order.id} and still have ${formatDollars(received)}. Refund the rest first.`,
  };
}
