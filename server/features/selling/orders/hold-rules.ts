/** The state of an order's hold, from its row. */
import { type HoldState, holdFrom, type WhenHoldEnds } from '#contract/selling/holds.ts';
import type { HoldColumns } from './holds.queries.ts';
import type { OrderRow } from './orders.queries.ts';

/** The columns of a hold that begins now. Signs of life are the buyer's and stay. */
export function newHold(start: Date, hours: number) {
  const { endsAt, remindsAt } = holdFrom(start, hours);
  return {
    hold_ends_at: endsAt,
    hold_reminds_at: remindsAt,
    hold_asked_at: null,
    payment_reported_at: null,
    awaits_proof: false,
  } satisfies HoldColumns;
}

/** @returns null for an order that holds nothing. */
export function holdStateOf(order: OrderRow): HoldState | null {
  if (order.status !== 'pending') return null;
  if (order.payment_reported_at !== null) return 'reported';
  if (order.hold_asked_at !== null) return 'ended';
  return order.hold_ends_at === null ? 'endless' : 'running';
}

/** Until when the order holds its pieces, if that is known. */
export const heldUntil = (order: OrderRow): string | null => (holdStateOf(order) === 'running' ? order.hold_ends_at : null);

/** Whether the end of the hold has come, and is not settled yet. */
export function hasEnded(order: OrderRow, now: string): boolean {
  const end = heldUntil(order);
  return end !== null && end <= now;
}

/**
 * Whether the order is cancelled at the end of its hold, rather than its admin asked.
 * @param isUnwatched no shop was there to note a sign of life.
 */
export const isReleased = (order: Pick<OrderRow, 'sign_of_life_at' | 'awaits_proof'>, rule: WhenHoldEnds, isUnwatched: boolean): boolean =>
  order.awaits_proof || rule === 'all' || (rule === 'dead' && order.sign_of_life_at === null && !isUnwatched);
