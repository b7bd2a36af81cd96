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
