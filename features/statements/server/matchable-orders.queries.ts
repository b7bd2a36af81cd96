import { statusesClaiming } from '#core/contract/selling/order-statuses.ts';
import type { Db } from '#platform/db/db.ts';

const columns = [
  'id',
  'status',
  'customer_name',
  'venmo_username',
  'venmo_payment_id',
  'total_cents',
  'shipping_cents',
  'created_at',
] as const;

/** Pending orders, and since the instant also ended ones, and paid ones without a payment's id. */
export async function selectMatchable(db: Db, since: string) {
  return db
    .selectFrom('orders')
    .select(columns)
    .where((eb) =>
      eb.or([
        eb('status', '=', 'pending'),
        eb.and([eb('status', 'in', statusesClaiming('none')), eb('created_at', '>=', since)]),
        eb.and([
          eb('status', 'in', statusesClaiming('taken')),
          eb('created_at', '>=', since),
          eb('venmo_payment_id', 'is', null),
        ]),
      ]),
    )
    .where('erased_at', 'is', null)
    .orderBy('id')
    .execute();
}

export async function selectByIds(db: Db, ids: number[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('orders')
    .select(columns)
    .where('id', 'in', ids)
    .where('erased_at', 'is', null)
    .orderBy('id')
    .execute();
}

export async function selectTitles(db: Db, orderIds: number[]) {
  const lines = db
    .selectFrom('order_lines')
    .select(['order_id', 'title'])
    .where('order_id', 'in', orderIds);
  return lines.where('standing', '=', 'in').orderBy('id').execute();
}
