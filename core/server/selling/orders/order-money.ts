/** Plain functions, in cents. Why: `docs/decisions/0070-money-as-rows.md`. */
import { formatDollars } from '#core/contract/money.ts';
import type { MoneyOrigin } from '#core/contract/selling/order-money.ts';
import {
  hasEnded,
  type OrderStatus,
  orderStatusTable,
} from '#core/contract/selling/order-statuses.ts';
import type { MoneyRow } from './order-money.queries.ts';
import type { OrderRow } from './orders.queries.ts';

export type Money = (Pick<MoneyRow, 'kind' | 'amount_cents'> &
  Partial<Pick<MoneyRow, 'surplus_cents' | 'origin'>>)[];

export const sumOf = (money: Money, kind: MoneyRow['kind']): number =>
  money.reduce((sum, row) => sum + (row.kind === kind ? row.amount_cents : 0), 0);

/** In the history, in place of words that could not be erased. */
export const CHANGED = 'changed';

/** Payments less refunds. */
export const receivedOf = (money: Money): number =>
  sumOf(money, 'payment') - sumOf(money, 'refund');

/** The shop still had its money, undecided. */
export const REFUND_DUE = 'refund_due';

/** Returns 0 once a change of status has decided it. */
export const toRefundOf = (events: { kind: string }[], money: Money): number =>
  events.findLast(({ kind }) => kind === REFUND_DUE || kind === 'order_status')?.kind === REFUND_DUE
    ? Math.max(0, receivedOf(money))
    : 0;

export const surplusOf = (order: Asked, money: Money): number =>
  Math.max(0, receivedOf(money) - askedOf(order));

/**
 * The part of a refund that leaves the order as dear as it was: all of what was paid before it is
 * settled, else what came beyond its cost, a gift too.
 */
export const surplusIn = (order: Omit<Order, 'id'>, money: Money, cents: number): number =>
  orderStatusTable[order.status].claim === 'held'
    ? cents
    : Math.min(
        cents,
        Math.max(0, receivedOf(money) - order.total_cents + Math.max(0, order.written_off_cents)),
      );

/** A refund is due again only where it left the order as dear as before. */
export function dueOf({ status, ...order }: Omit<Order, 'id'>, money: Money): number {
  if (hasEnded(status)) return 0;
  const left = money.reduce(
    (sum, { kind, surplus_cents = 0 }) => sum + (kind === 'refund' ? surplus_cents : 0),
    0,
  );
  return Math.max(0, askedOf(order) + left - sumOf(money, 'payment'));
}

/** `method`: null means as the order notes it; `cents`: undefined means what is due. */
export type NotedPayment = {
  method: string | null;
  at: string;
  feeCents: number;
  cents?: number;
  payer?: string | null;
  note?: string | null;
  origin?: MoneyOrigin;
  paymentHash?: string;
  /** Nothing is due or to refund afterwards. */
  settles?: boolean;
};

type Asked = Pick<OrderRow, 'total_cents' | 'written_off_cents'>;
type Order = Asked & { id: number; status: OrderStatus };

/** What the buyer is to pay in all, in cents. */
const askedOf = ({ total_cents, written_off_cents }: Asked): number =>
  total_cents - written_off_cents;

/** Marking it paid notes what is due as received; back to pending takes that payment back. */
export type MoneyEffect =
  | { do: 'nothing' }
  | { do: 'receive'; cents: number }
  | { do: 'forget'; cents: number }
  | { do: 'refuse'; reason: string };

export function effectOnMoney(order: Order, to: OrderStatus, money: Money): MoneyEffect {
  const { claim, paidAt } = orderStatusTable[to];
  const due = hasEnded(order.status)
    ? Math.max(0, askedOf(order) - receivedOf(money))
    : dueOf(order, money);
  if (paidAt === 'set' && due > 0) return { do: 'receive', cents: due };
  if (claim !== 'held' || orderStatusTable[order.status].claim !== 'taken')
    return { do: 'nothing' };
  const received = receivedOf(money);
  const cents = markedIn(money)?.amount_cents ?? 0;
  if (cents === 0 || received <= 0) return { do: 'nothing' };
  return cents <= received
    ? { do: 'forget', cents }
    : {
        do: 'refuse',
        reason: `You refunded a part of order #${order.id} and still have ${formatDollars(received)}. Refund the rest first.`,
      };
}

/** The payment that marking the order paid noted. */
export const markedIn = <Row extends Money[number]>(money: Row[]): Row | undefined =>
  money.findLast(({ kind, origin }) => kind === 'payment' && (origin ?? 'marked') === 'marked');
