import type { Db, Tx } from '#platform/db/db.ts';
import type { ImportReferences } from '#platform/db/schema.ts';

export type Kind = ImportReferences['kind'];

export async function selectTargets(
  db: Db | Tx,
  kind: Kind,
  references: string[],
): Promise<Map<string, number>> {
  if (references.length === 0) return new Map();
  const rows = await db
    .selectFrom('import_references')
    .select(['reference', 'target_id'])
    .where('kind', '=', kind)
    .where('reference', 'in', references)
    .execute();
  return new Map(rows.map((row) => [row.reference, row.target_id]));
}

/** Of several references, the first in order counts. */
export async function selectReferences(
  db: Db,
  kind: Kind,
  ids: number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('import_references')
    .select(['reference', 'target_id'])
    .where('kind', '=', kind)
    .where('target_id', 'in', ids)
    .orderBy('reference', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.target_id, row.reference]));
}

/** @returns what it added; others added the rest meanwhile. */
export async function insertReferences(tx: Tx, rows: ImportReferences[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const added = await tx
    .insertInto('import_references')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['kind', 'reference']).doNothing())
    .returning('reference')
    .execute();
  return new Set(added.map(({ reference }) => reference));
}

/** @returns false where somebody else moved it meanwhile. */
export async function moveReference(
  tx: Tx,
  { kind, reference, target_id }: ImportReferences,
  before: number,
): Promise<boolean> {
  const query = tx
    .updateTable('import_references')
    .set({ target_id })
    .where('kind', '=', kind)
    .where('reference', '=', reference);
  return (await query.where('target_id', '=', before).executeTakeFirst()).numUpdatedRows === 1n;
}

export async function selectOwnOrder(db: Db): Promise<number | undefined> {
  const imported = db
    .selectFrom('import_references')
    .select('target_id')
    .where('kind', '=', 'order');
  const own = db.selectFrom('orders').select('id').where('id', 'not in', imported);
  return (await own.limit(1).executeTakeFirst())?.id;
}
