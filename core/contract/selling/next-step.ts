/** Pages import this: keep schemas out. */
import { parseAmount } from '#core/contract/money.ts';
import { hasEnded, isChangeable, isOnItsWay, orderStatusTable } from './order-statuses.ts';
import type { OrderDetail } from './orders.ts';

export type NextStep = 'answer' | 'payment' | 'refund' | 'packing' | 'arrival' | 'nothing';

type Facts = Pick<OrderDetail, 'status' | 'dueAmount' | 'surplusAmount' | 'toRefundAmount'> & {
  proposal: unknown;
};

/** What the order waits for; `cents`: what is due, or to refund. */
export function nextStepOf({ status, proposal, ...money }: Facts): {
  waitsFor: NextStep;
  cents: number;
} {
  const due = parseAmount(money.dueAmount) ?? 0;
  const owed = parseAmount(money[hasEnded(status) ? 'toRefundAmount' : 'surplusAmount']) ?? 0;
  const isHeld = orderStatusTable[status].claim === 'held';
  if (isChangeable(status) && proposal !== null) return { waitsFor: 'answer', cents: due };
  // What to do with more than was due is asked where the order is marked paid.
  if (isHeld || (due > 0 && !hasEnded(status))) return { waitsFor: 'payment', cents: due };
  if (owed > 0) return { waitsFor: 'refund', cents: owed };
  if (isChangeable(status)) return { waitsFor: 'packing', cents: 0 };
  return { waitsFor: isOnItsWay(status) ? 'arrival' : 'nothing', cents: 0 };
}
