/** Orders by their buyer's email address, and by how old they are. */
import { sql } from 'kysely';
import { orderStatuses, orderStatusTable } from '#contract/selling/order-statuses.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { isFrom } from './orders.queries.ts';

const OPEN = orderStatuses.filter((status) => orderStatusTable[status].isOpen);
const CLOSED = orderStatuses.filter((status) => !orderStatusTable[status].isOpen);

/** The ids of all orders under the email address, the earliest first. */
export async function selectIdsOf(db: Db | Tx, email: string): Promise<number[]> {
  const found = await db.selectFrom('orders').select('id').where(isFrom({ email })).orderBy('id').execute();
  return found.map(({ id }) => id);
}

/** Those of them that are open. */
export async function selectOpenIdsOf(db: Db | Tx, email: string): Promise<number[]> {
  const found = await db.selectFrom('orders').select('id').where(isFrom({ email })).where('status', 'in', OPEN).orderBy('id').execute();
  return found.map(({ id }) => id);
}

/**
 * Orders that are not open and whose buyer's data are still there, placed and last changed at or before these instants.
 */
export async function selectClosedUntil(db: Db, placed: string, changed: string, limit: number): Promise<number[]> {
  const found = await db
    .selectFrom('orders')
    .select('id')
    .where('erased_at', 'is', null)
    .where('created_at', '<=', placed)
    .where('updated_at', '<=', changed)
    // As an expression, so that SQLite does not choose an index of statuses, under which are all orders that were ever closed.
    .where(sql`coalesce(status, '')`, 'in', CLOSED)
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return found.map(({ id }) => id);
}
