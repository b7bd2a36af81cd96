import { sql } from 'kysely';
import { orderStatuses, orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { isFrom } from './orders.queries.ts';

const OPEN = orderStatuses.filter((status) => orderStatusTable[status].isOpen);
const CLOSED = orderStatuses.filter((status) => !orderStatusTable[status].isOpen);

export async function selectIdsOf(db: Db | Tx, email: string): Promise<number[]> {
  const found = await db
    .selectFrom('orders')
    .select('id')
    .where(isFrom({ email }))
    .orderBy('id')
    .execute();
  return found.map(({ id }) => id);
}

export async function selectOpenIdsOf(db: Db | Tx, email: string): Promise<number[]> {
  const found = await db
    .selectFrom('orders')
    .select('id')
    .where(isFrom({ email }))
    .where('status', 'in', OPEN)
    .orderBy('id')
    .execute();
  return found.map(({ id }) => id);
}

/** Both instants are included. */
export async function selectClosedUntil(
  db: Db,
  placed: string,
  changed: string,
  limit: number,
): Promise<number[]> {
  const found = await db
    .selectFrom('orders')
    .select('id')
    .where('erased_at', 'is', null)
    .where('created_at', '<=', placed)
    .where('updated_at', '<=', changed)
    // As an expression, so that SQLite does not choose an index of statuses, with all orders ever
    // closed.
    .where(sql`coalesce(status, '')`, 'in', CLOSED)
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return found.map(({ id }) => id);
}
