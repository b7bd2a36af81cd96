import {
  DEFAULT_HOLD_HOURS,
  type HoldState,
  holdFrom,
  type WhenHoldEnds,
} from '#core/contract/selling/holds.ts';
import type { HoldColumns } from './holds.queries.ts';
import type { OrderRow } from './orders.queries.ts';

/** Signs of life are the buyer's, and stay. */
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
  if (order.payment_reported_at !== null)
    return order.email_proved_at === null && order.hold_ends_at !== null
      ? 'unverified'
      : 'reported';
  if (order.hold_asked_at !== null) return 'ended';
  return order.hold_ends_at === null ? 'endless' : 'running';
}

/** Returns null where the end is unknown. */
export function heldUntil(order: OrderRow): string | null {
  const state = holdStateOf(order);
  return state === 'running' || (state === 'unverified' && order.hold_asked_at === null)
    ? order.hold_ends_at
    : null;
}

/**
 * A verified address stops the clock, whatever this returns. Otherwise anyone could stop it with
 * one press, so the hold is extended once: time for the admin to find the payment of a buyer who
 * never opened an email. Then the admin is asked: no clock alone releases a piece that may be paid
 * for. The shield limits what strangers hold this way.
 */
export function endOnceReported(order: OrderRow, now: Date, holdHours: number): string | null {
  if (order.hold_ends_at === null || order.hold_asked_at !== null) return order.hold_ends_at;
  const { endsAt } = holdFrom(now, holdHours || DEFAULT_HOLD_HOURS);
  return endsAt === null || order.hold_ends_at > endsAt ? order.hold_ends_at : endsAt;
}

/** A settled end does not count. */
export function hasEnded(order: OrderRow, now: string): boolean {
  const end = heldUntil(order);
  return end !== null && end <= now;
}

/** Else the admin is asked. @param isUnwatched no shop was there to note a sign of life. */
export function isReleased(
  order: Pick<OrderRow, 'kind' | 'sign_of_life_at' | 'awaits_proof' | 'payment_reported_at'>,
  rule: WhenHoldEnds,
  isUnwatched: boolean,
): boolean {
  if (order.awaits_proof) return true;
  if (order.payment_reported_at !== null) return false;
  // Without a sign of life, an order entered by hand has an agreed end: the device at the table has
  // sold the piece on by then, whatever the setting says.
  if (order.kind === 'elsewhere' && order.sign_of_life_at === null) return true;
  return rule === 'all' || (rule === 'dead' && order.sign_of_life_at === null && !isUnwatched);
}
