import type { ExpressionBuilder } from 'kysely';
import { DAY_MS } from '#core/contract/durations.ts';
import { statusesClaiming } from '#core/contract/selling/order-statuses.ts';
import type { Db } from '#platform/db/db.ts';
import type { Schema } from '#platform/db/schema.ts';
import { REFUND_DUE } from './order-money.ts';
import { type OrderRow, orderColumns } from './orders.queries.ts';

type Where = (
  eb: ExpressionBuilder<Schema, 'orders'>,
  endOfDay: string,
) => ReturnType<ExpressionBuilder<Schema, 'orders'>['and']>;

const dayBefore = (endOfDay: string) => new Date(Date.parse(endOfDay) - DAY_MS).toISOString();

const latest = (eb: ExpressionBuilder<Schema, 'orders'>, kinds: string[]) =>
  eb
    .selectFrom('events')
    .select((event) => event.fn.max('events.id').as('id'))
    .whereRef('events.order_id', '=', 'orders.id')
    .where('events.kind', 'in', kinds);

const moved = (
  eb: ExpressionBuilder<Schema, 'orders'>,
  kind: 'payment' | 'refund',
  column: 'amount_cents' | 'surplus_cents' = 'amount_cents',
) =>
  eb
    .selectFrom('order_money')
    .select((money) =>
      money.fn.coalesce(money.fn.sum<number>(`order_money.${column}`), money.lit(0)).as('cents'),
    )
    .whereRef('order_money.order_id', '=', 'orders.id')
    .where('order_money.kind', '=', kind);

const onHold: Where = (eb, endOfDay) =>
  eb.and([
    eb('status', '=', 'pending'),
    eb(moved(eb, 'payment'), '<=', moved(eb, 'refund')),
    eb('payment_reported_at', 'is', null),
    eb('hold_asked_at', 'is', null),
    eb.or([
      eb('awaits_proof', '=', true),
      eb('hold_ends_at', 'is', null),
      eb('hold_ends_at', '>=', endOfDay),
    ]),
  ]);

const asked = (eb: ExpressionBuilder<Schema, 'orders'>) =>
  eb('orders.total_cents', '-', eb.ref('orders.written_off_cents'));

const waiting = {
  /** "I have sent it" was pressed. */
  reported: (eb) =>
    eb.and([
      eb('status', '=', 'pending'),
      eb('payment_reported_at', 'is not', null),
      eb.or([eb('email_proved_at', 'is not', null), eb('hold_ends_at', 'is', null)]),
    ]),
  /** The same of an unverified address, before and after the admin is asked. */
  unverified: (eb) =>
    eb.and([
      eb('status', '=', 'pending'),
      eb('payment_reported_at', 'is not', null),
      eb('email_proved_at', 'is', null),
      eb('hold_ends_at', 'is not', null),
    ]),
  ended: (eb) =>
    eb.and([
      eb('status', '=', 'pending'),
      eb('payment_reported_at', 'is', null),
      eb('hold_asked_at', 'is not', null),
    ]),
  /** The shield settles one that waits for its proof. */
  ending: (eb, endOfDay) =>
    eb.and([
      eb('status', '=', 'pending'),
      eb('payment_reported_at', 'is', null),
      eb('hold_asked_at', 'is', null),
      eb('awaits_proof', '=', false),
      eb('hold_ends_at', '<', endOfDay),
    ]),
  paid: (eb) => eb('status', '=', 'paid'),
  /** A part has come, or the pieces have gone; see `dueOf`. */
  due: (eb) =>
    eb.and([
      eb.or([
        eb('status', 'in', statusesClaiming('taken')),
        eb.and([eb('status', '=', 'pending'), eb(moved(eb, 'payment'), '>', moved(eb, 'refund'))]),
      ]),
      eb(eb(asked(eb), '+', moved(eb, 'refund', 'surplus_cents')), '>', moved(eb, 'payment')),
    ]),
  /** The shop has more than it is to have, or still has the money of an order that ended. */
  toRefund: (eb) =>
    eb.or([
      eb.and([
        eb('status', 'in', statusesClaiming('none')),
        eb(latest(eb, [REFUND_DUE]), '>', latest(eb, ['order_status'])),
        eb(moved(eb, 'payment'), '>', moved(eb, 'refund')),
      ]),
      eb.and([
        eb('status', 'in', statusesClaiming('taken')),
        eb(eb(moved(eb, 'payment'), '-', moved(eb, 'refund')), '>', asked(eb)),
      ]),
    ]),
  /** Its buyer has not answered yet. */
  asked: (eb) =>
    eb.exists(
      eb
        .selectFrom('order_proposals')
        .select('order_proposals.id')
        .whereRef('order_proposals.order_id', '=', 'orders.id')
        .where('state', '=', 'open'),
    ),
  /** By the clock, since yesterday. */
  lapsed: (eb, endOfDay) =>
    eb.and([
      eb('status', 'in', statusesClaiming('none')),
      eb.exists(
        eb
          .selectFrom('events')
          .select('events.id')
          .whereRef('events.order_id', '=', 'orders.id')
          .where('events.kind', '=', 'hold_ended')
          .where('events.created_at', '>=', dayBefore(dayBefore(endOfDay))),
      ),
    ]),
  fresh: (eb, endOfDay) =>
    eb.and([onHold(eb, endOfDay), eb('created_at', '>=', dayBefore(endOfDay))]),
  onHold: (eb, endOfDay) =>
    eb.and([onHold(eb, endOfDay), eb('created_at', '<', dayBefore(endOfDay))]),
} as const satisfies Record<string, Where>;

export type WaitingOrders = keyof typeof waiting;

/** The longest wait comes first. */
const sortedBy = {
  reported: 'payment_reported_at',
  unverified: 'payment_reported_at',
  ended: 'hold_asked_at',
  ending: 'hold_ends_at',
  paid: 'id',
  due: 'id',
  toRefund: 'id',
  asked: 'id',
  lapsed: 'hold_ends_at',
  fresh: 'id',
  onHold: 'hold_ends_at',
} as const satisfies Record<WaitingOrders, keyof OrderRow>;

export async function countWaiting(
  db: Db,
  which: WaitingOrders,
  endOfDay: string,
): Promise<number> {
  const counted = db.selectFrom('orders').select((eb) => eb.fn.countAll<number>().as('count'));
  return (await counted.where((eb) => waiting[which](eb, endOfDay)).executeTakeFirstOrThrow())
    .count;
}

export async function selectWaiting(
  db: Db,
  which: WaitingOrders,
  endOfDay: string,
  limit: number,
): Promise<OrderRow[]> {
  const found = db.selectFrom('orders').select(orderColumns);
  return found
    .where((eb) => waiting[which](eb, endOfDay))
    .orderBy(sortedBy[which])
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** `paid`: payments less refunds; pending orders count from any time. */
export async function sumOrders(
  db: Db,
  which: 'placed' | 'paid' | 'pending',
  since: string,
): Promise<{ count: number; cents: number }> {
  if (which === 'paid')
    return db
      .selectFrom('order_money')
      .select((eb) => [
        eb.fn.count<number>('order_id').distinct().as('count'),
        eb.fn
          .coalesce(
            eb.fn.sum<number>(
              eb
                .case()
                .when('kind', '=', 'payment')
                .then(eb.ref('amount_cents'))
                .else(eb.neg(eb.ref('amount_cents')))
                .end(),
            ),
            eb.lit(0),
          )
          .as('cents'),
      ])
      .where('at', '>=', since)
      .where('kind', '<>', 'fee')
      .executeTakeFirstOrThrow();
  const summed = db
    .selectFrom('orders')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.coalesce(eb.fn.sum<number>('total_cents'), eb.lit(0)).as('cents'),
    ]);
  const chosen = {
    placed: summed.where('created_at', '>=', since),
    pending: summed.where('status', '=', 'pending'),
  };
  return chosen[which].executeTakeFirstOrThrow();
}
