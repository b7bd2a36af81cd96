import type { Db } from '#platform/db/db.ts';

/** Includes hidden ones, by id. */
export async function selectForShow(db: Db, afterId: number, limit: number) {
  return db
    .selectFrom('specimens')
    .select(['id', 'title', 'price_cents', 'quantity', 'held', 'waiting', 'status_by_hand'])
    .where('status', '<>', 'sold')
    .where((eb) => eb.or([eb('for_sale', '=', true), eb('price_cents', 'is not', null)]))
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The latest first. */
export async function selectClaims(db: Db, specimenId: number, limit: number) {
  return db
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .select([
      'orders.id',
      'kind',
      'status',
      'orders.created_at',
      'customer_name',
      'order_lines.quantity',
    ])
    .where('specimen_id', '=', specimenId)
    .where('claim', '<>', 'none')
    .orderBy('orders.id', 'desc')
    .limit(limit)
    .execute();
}

export async function selectHeldByHand(db: Db, specimenIds: number[]) {
  if (specimenIds.length === 0) return [];
  return db
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .select([
      'orders.id',
      'specimen_id',
      'customer_name',
      'hold_ends_at',
      'order_lines.quantity',
      'price_cents',
    ])
    .where('specimen_id', 'in', specimenIds)
    .where('claim', '=', 'held')
    .where('kind', '=', 'elsewhere')
    .orderBy('orders.id')
    .execute();
}

/** The latest first. */
export async function selectMoved(db: Db, from: string, until: string, limit: number) {
  return db
    .selectFrom('order_money')
    .innerJoin('orders', 'orders.id', 'order_money.order_id')
    .select([
      'orders.id',
      'order_money.kind',
      'at',
      'amount_cents',
      'method',
      'paid_how',
      'customer_name',
      'customer_email',
      'status',
      'access_key',
    ])
    .where('orders.kind', '=', 'elsewhere')
    .where('order_money.kind', 'in', ['payment', 'refund'])
    .where('at', '>=', from)
    .where('at', '<', until)
    .orderBy('at', 'desc')
    .orderBy('order_money.id', 'desc')
    .limit(limit)
    .execute();
}

/** The money is in cents. */
export async function selectLinesAndMoney(db: Db, orderIds: number[]) {
  if (orderIds.length === 0) return { lines: [], money: [] };
  const lines = await db
    .selectFrom('order_lines')
    .select(['order_id', 'specimen_id', 'title', 'quantity', 'price_cents'])
    .where('order_id', 'in', orderIds)
    .where('standing', '=', 'in')
    .orderBy('id')
    .execute();
  const money = await db
    .selectFrom('order_money')
    .select(['order_id', 'kind', 'amount_cents'])
    .where('order_id', 'in', orderIds)
    .execute();
  return { lines, money };
}
