import { orderStatuses, orderStatusTable } from '#contract/selling/order-statuses.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';

/** Whether the shop has, or ever had, a specimen. */
export async function hasHadSpecimens(db: Db | Tx): Promise<boolean> {
  const specimen = await db.selectFrom('specimens').select('id').limit(1).executeTakeFirst();
  const event = await db.selectFrom('events').select('id').where('specimen_id', 'is not', null).limit(1).executeTakeFirst();
  return specimen !== undefined || event !== undefined;
}

/** Selects the ids of the specimens that the marker's transaction created. */
function marked(db: Db | Tx, marker: string) {
  const loadedAt = db.selectFrom('markers').select('created_at').where('name', '=', marker);
  return db
    .selectFrom('events')
    .select('specimen_id')
    .where('kind', '=', 'specimen_created')
    .where('actor', '=', 'system')
    .where('created_at', '=', loadedAt);
}

/** The specimens that came with the marker and still exist. */
export async function selectMarked(db: Db | Tx, marker: string): Promise<{ id: number; title: string }[]> {
  return db.selectFrom('specimens').select(['id', 'title']).where('id', 'in', marked(db, marker)).orderBy('id').execute();
}

const unfinished = orderStatuses.filter((status) => orderStatusTable[status].isOpen);

/**
 * Deletes those of them that no unfinished order claims. The condition on `held` notices an order placed at the same time.
 * @returns what is needed to remove them from the search index.
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

/** The unfinished orders that claim one of the specimens. */
export async function selectClaims(tx: Tx, specimenIds: number[]): Promise<{ specimenId: number | null; orderId: number }[]> {
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
