import type { Db } from '#server/platform/db/db.ts';
import { type OrderRow, orderColumns } from './orders.queries.ts';

/** At most `limit` orders with larger ids than `after`, by id. */
export async function selectOrdersAfter(db: Db, after: number, limit: number): Promise<OrderRow[]> {
  return db.selectFrom('orders').select(orderColumns).where('id', '>', after).orderBy('id').limit(limit).execute();
}
