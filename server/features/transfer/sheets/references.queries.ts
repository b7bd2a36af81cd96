/** References: the names of specimens and orders outside this shop. */
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { ImportReferences } from '#server/platform/db/schema-sheets.ts';

export type Kind = ImportReferences['kind'];

/** The id of each known reference. */
export async function selectTargets(db: Db | Tx, kind: Kind, references: string[]): Promise<Map<string, number>> {
  if (references.length === 0) return new Map();
  const rows = await db
    .selectFrom('import_references')
    .select(['reference', 'target_id'])
    .where('kind', '=', kind)
    .where('reference', 'in', references)
    .execute();
  return new Map(rows.map((row) => [row.reference, row.target_id]));
}

/** The reference of each id that has one; of several, the first in order. */
export async function selectReferences(db: Db, kind: Kind, ids: number[]): Promise<Map<number, string>> {
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

/** Adds references. @returns those that it added: the others somebody else added meanwhile. */
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

/** Moves a reference from the target `before`. @returns false where somebody else did so meanwhile. */
export async function moveReference(tx: Tx, { kind, reference, target_id }: ImportReferences, before: number): Promise<boolean> {
  const query = tx.updateTable('import_references').set({ target_id }).where('kind', '=', kind).where('reference', '=', reference);
  return (await query.where('target_id', '=', before).executeTakeFirst()).numUpdatedRows === 1n;
}
