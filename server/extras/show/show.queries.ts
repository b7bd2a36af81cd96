import type { Db } from '#server/platform/db/db.ts';

/** Specimens that can be sold or are held, hidden ones too, by id: those for sale, or with a price. */
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

/** The orders that hold or have taken pieces of the specimen, the latest first. */
export async function selectClaims(db: Db, specimenId: number, limit: number) {
  return db
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .select(['orders.id', 'kind', 'status', 'orders.created_at', 'customer_name', 'order_lines.quantity'])
    .where('specimen_id', '=', specimenId)
    .where('claim', '<>', 'none')
    .orderBy('orders.id', 'desc')
    .limit(limit)
    .execute();
}

/** What orders entered by hand hold of these specimens. */
export async function selectHeldByHand(db: Db, specimenIds: number[]) {
  if (specimenIds.length === 0) return [];
  return db
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .select(['orders.id', 'specimen_id', 'customer_name', 'hold_ends_at', 'order_lines.quantity', 'price_cents'])
    .where('specimen_id', 'in', specimenIds)
    .where('claim', '=', 'held')
    .where('kind', '=', 'elsewhere')
    .orderBy('orders.id')
    .execute();
}

/** What came and went for orders entered by hand between two instants, the latest first. */
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

/** What the shop has of the buyers of these orders, in cents, and the lines of these orders. */
export async function selectLinesAndMoney(db: Db, orderIds: number[]) {
  if (orderIds.length === 0) return { lines: [], money: [] };
  const lines = await db
    .selectFrom('order_lines')
    .select(['order_id', 'specimen_id', 'title', 'quantity', 'price_cents'])
    .where('order_id', 'in', orderIds)
    .where('standing', '=', 'in')
    .orderBy('id')
    .execute();
  const money = await db.selectFrom('order_money').select(['order_id', 'kind', 'amount_cents']).where('order_id', 'in', orderIds).execute();
  return { lines, money };
}
