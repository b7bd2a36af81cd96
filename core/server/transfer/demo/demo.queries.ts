import { orderStatuses, orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import type { Db, Tx } from '#platform/db/db.ts';

export async function hasHadSpecimens(db: Db | Tx): Promise<boolean> {
  const specimen = await db.selectFrom('specimens').select('id').limit(1).executeTakeFirst();
  const event = await db
    .selectFrom('events')
    .select('id')
    .where('specimen_id', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return specimen !== undefined || event !== undefined;
}

function marked(db: Db | Tx, marker: string) {
  const loadedAt = db.selectFrom('markers').select('created_at').where('name', '=', marker);
  return db
    .selectFrom('events')
    .select('specimen_id')
    .where('kind', '=', 'specimen_created')
    .where('actor', '=', 'system')
    .where('created_at', '=', loadedAt);
}

export async function selectMarked(
  db: Db | Tx,
  marker: string,
): Promise<{ id: number; title: string }[]> {
  return db
    .selectFrom('specimens')
    .select(['id', 'title'])
    .where('id', 'in', marked(db, marker))
    .orderBy('id')
    .execute();
}

const unfinished = orderStatuses.filter((status) => orderStatusTable[status].isOpen);

/**
 * Spares what unfinished orders claim; `held` notices one placed at the same time. @returns what
 * removes them from the search index.
 */
export async function deleteUnclaimed(tx: Tx, marker: string) {
  const claimed = tx
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .select('specimen_id')
    .where('specimen_id', 'is not', null)
    .where('claim', '<>', 'none')
    .where('status', 'in', unfinished);
  return tx
    .deleteFrom('specimens')
    .where('id', 'in', marked(tx, marker))
    .where('id', 'not in', claimed)
    .where('held', '=', 0)
    .returning(['id', 'search_text', 'visible'])
    .execute();
}

export async function selectClaims(
  tx: Tx,
  specimenIds: number[],
): Promise<{ specimenId: number | null; orderId: number }[]> {
  if (specimenIds.length === 0) return [];
  return tx
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .select(['specimen_id as specimenId', 'order_id as orderId'])
    .where('specimen_id', 'in', specimenIds)
    .where('claim', '<>', 'none')
    .where('status', 'in', unfinished)
    .orderBy('order_id')
    .execute();
}
