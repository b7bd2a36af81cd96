import type { BulkEditState } from '#features/bulk-edits/contract/bulk-edit-rules.ts';
import type { BulkEdits, BulkPiece } from '#features/bulk-edits/server/tables.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import type { NewRow, Row } from '#platform/db/schema.ts';

export type BulkEditRow = Row<BulkEdits>;
export type { BulkPiece };

export async function insertBulkEdit(tx: Tx, row: NewRow<BulkEdits>): Promise<BulkEditRow> {
  return tx.insertInto('bulk_edits').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function selectBulkEdit(db: Db | Tx, id: number): Promise<BulkEditRow | undefined> {
  return db.selectFrom('bulk_edits').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function lockBulkEdit(tx: Tx, id: number): Promise<BulkEditRow | undefined> {
  return tx
    .updateTable('bulk_edits')
    .set((eb) => ({ state: eb.ref('state') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

export async function updateBulkEdit(
  tx: Tx,
  id: number,
  { pieces, ...change }: { state: BulkEditState; pieces: BulkPiece[]; ends_at: string },
): Promise<BulkEditRow> {
  const row = { ...change, pieces: JSON.stringify(pieces) };
  return tx
    .updateTable('bulk_edits')
    .set(row)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The latest first. */
export async function selectApplied(db: Db, now: string, limit: number): Promise<BulkEditRow[]> {
  const query = db
    .selectFrom('bulk_edits')
    .selectAll()
    .where('state', '=', 'applied')
    .where('ends_at', '>', now);
  return query.orderBy('ends_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** Null: there is none. */
export async function selectNextEnd(db: Db): Promise<string | null> {
  const next = await db
    .selectFrom('bulk_edits')
    .select(({ fn }) => fn.min('ends_at').as('at'))
    .executeTakeFirstOrThrow();
  return next.at;
}

export async function selectEnded(db: Db, now: string, limit: number): Promise<number[]> {
  const query = db
    .selectFrom('bulk_edits')
    .select('id')
    .where('ends_at', '<=', now)
    .orderBy('ends_at')
    .limit(limit);
  return (await query.execute()).map(({ id }) => id);
}

export async function deleteEnded(tx: Tx, id: number, now: string): Promise<void> {
  await tx.deleteFrom('bulk_edits').where('id', '=', id).where('ends_at', '<=', now).execute();
}
