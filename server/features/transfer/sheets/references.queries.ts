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

/** Adds a reference, or moves it from the target `before`. @returns false where somebody else did so meanwhile. */
export async function bindReference(tx: Tx, row: ImportReferences, before: number | null): Promise<boolean> {
  const bound =
    before === null
      ? await tx
          .insertInto('import_references')
          .values(row)
          .onConflict((conflict) => conflict.columns(['kind', 'reference']).doNothing())
          .executeTakeFirst()
      : await tx
          .updateTable('import_references')
          .set({ target_id: row.target_id })
          .where('kind', '=', row.kind)
          .where('reference', '=', row.reference)
          .where('target_id', '=', before)
          .executeTakeFirst();
  return Number('numUpdatedRows' in bound ? bound.numUpdatedRows : (bound.numInsertedOrUpdatedRows ?? 0)) === 1;
}
