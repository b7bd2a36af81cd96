/** The orders that wait for their admin. */
import type { ExpressionBuilder } from 'kysely';
import type { Db } from '#server/platform/db/db.ts';
import type { Schema } from '#server/platform/db/schema.ts';
import { type OrderRow, orderColumns } from './orders.queries.ts';

type Where = (eb: ExpressionBuilder<Schema, 'orders'>, endOfDay: string) => ReturnType<ExpressionBuilder<Schema, 'orders'>['and']>;

const dayBefore = (endOfDay: string) => new Date(Date.parse(endOfDay) - 24 * 60 * 60_000).toISOString();

/** On hold for its buyer, with nothing for the admin to do today. */
const onHold: Where = (eb, endOfDay) =>
  eb.and([
    eb('status', '=', 'pending'),
    eb('payment_reported_at', 'is', null),
    eb('hold_asked_at', 'is', null),
    eb.or([eb('awaits_proof', '=', true), eb('hold_ends_at', 'is', null), eb('hold_ends_at', '>=', endOfDay)]),
  ]);

const waiting = {
  /** "I have sent it" was pressed. */
  reported: (eb) =>
    eb.and([
      eb('status', '=', 'pending'),
      eb('payment_reported_at', 'is not', null),
      eb.or([eb('email_proved_at', 'is not', null), eb('hold_ends_at', 'is', null)]),
    ]),
  /** The same for an order with an unverified email address, before and after the admin is asked. */
  unverified: (eb) =>
    eb.and([
      eb('status', '=', 'pending'),
      eb('payment_reported_at', 'is not', null),
      eb('email_proved_at', 'is', null),
      eb('hold_ends_at', 'is not', null),
    ]),
  /** The hold has ended and the admin was asked. */
  ended: (eb) => eb.and([eb('status', '=', 'pending'), eb('payment_reported_at', 'is', null), eb('hold_asked_at', 'is not', null)]),
  /** The hold ends before the day does. One that waits for its proof is the shield's, and nothing to be done about. */
  ending: (eb, endOfDay) =>
    eb.and([
      eb('status', '=', 'pending'),
      eb('payment_reported_at', 'is', null),
      eb('hold_asked_at', 'is', null),
      eb('awaits_proof', '=', false),
      eb('hold_ends_at', '<', endOfDay),
    ]),
  paid: (eb) => eb('status', '=', 'paid'),
  /** Placed on the day, and on hold for their buyers. */
  fresh: (eb, endOfDay) => eb.and([onHold(eb, endOfDay), eb('created_at', '>=', dayBefore(endOfDay))]),
  /** Placed on an earlier day. */
  onHold: (eb, endOfDay) => eb.and([onHold(eb, endOfDay), eb('created_at', '<', dayBefore(endOfDay))]),
} as const satisfies Record<string, Where>;

export type WaitingOrders = keyof typeof waiting;

/** By what they are sorted: the one that waits longest comes first. */
const sortedBy = {
  reported: 'payment_reported_at',
  unverified: 'payment_reported_at',
  ended: 'hold_asked_at',
  ending: 'hold_ends_at',
  paid: 'id',
  fresh: 'id',
  onHold: 'hold_ends_at',
} as const satisfies Record<WaitingOrders, keyof OrderRow>;

export async function countWaiting(db: Db, which: WaitingOrders, endOfDay: string): Promise<number> {
  const counted = db.selectFrom('orders').select((eb) => eb.fn.countAll<number>().as('count'));
  return (await counted.where((eb) => waiting[which](eb, endOfDay)).executeTakeFirstOrThrow()).count;
}

export async function selectWaiting(db: Db, which: WaitingOrders, endOfDay: string, limit: number): Promise<OrderRow[]> {
  const found = db.selectFrom('orders').select(orderColumns);
  return found
    .where((eb) => waiting[which](eb, endOfDay))
    .orderBy(sortedBy[which])
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Orders placed or paid since the instant, or pending now: how many, and what they come to. */
export async function sumOrders(db: Db, which: 'placed' | 'paid' | 'pending', since: string): Promise<{ count: number; cents: number }> {
  const summed = db
    .selectFrom('orders')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.coalesce(eb.fn.sum<number>('total_cents'), eb.lit(0)).as('cents')]);
  const chosen = {
    placed: summed.where('created_at', '>=', since),
    paid: summed.where('paid_at', '>=', since),
    pending: summed.where('status', '=', 'pending'),
  };
  return chosen[which].executeTakeFirstOrThrow();
}
