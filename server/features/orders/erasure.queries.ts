/** Orders by their buyer's email address, and by how old they are. */
import { type OrderStatus, orderStatuses, orderStatusTable } from '#contract/statuses.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { isFrom } from './orders.queries.ts';

const CLOSED = orderStatuses.filter((status) => !orderStatusTable[status].isOpen);

/** The ids of all orders under the email address, the earliest first. */
export async function selectIdsOf(db: Db | Tx, email: string, status?: OrderStatus): Promise<number[]> {
  let query = db.selectFrom('orders').select('id').where(isFrom({ email })).orderBy('id');
  if (status !== undefined) query = query.where('status', '=', status);
  return (await query.execute()).map(({ id }) => id);
}

/** Orders that are not open and whose buyer's data are still there, the oldest first. */
const closed = (db: Db) => db.selectFrom('orders').where('erased_at', 'is', null).where('status', 'in', CLOSED).orderBy('created_at');

/** When the oldest of these was placed. */
export async function selectOldestClosed(db: Db): Promise<string | null> {
  return (await closed(db).select('created_at').limit(1).executeTakeFirst())?.created_at ?? null;
}

/** Those placed at or before the instant. */
export async function selectClosedUntil(db: Db, until: string, limit: number): Promise<number[]> {
  const found = await closed(db).select('id').where('created_at', '<=', until).orderBy('id').limit(limit).execute();
  return found.map(({ id }) => id);
}
