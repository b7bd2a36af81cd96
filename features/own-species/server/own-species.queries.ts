import type { OwnSpecies } from '#features/own-species/server/tables.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import type { NewRow, Row } from '#platform/db/schema.ts';

export type OwnSpeciesRow = Row<OwnSpecies>;

export const selectOwnSpecies = (db: Db | Tx): Promise<OwnSpeciesRow[]> =>
  db.selectFrom('own_species').selectAll().orderBy('name').execute();

export async function putOwnSpecies(tx: Tx, row: NewRow<OwnSpecies>): Promise<void> {
  const { name: _, ...columns } = row;
  await tx
    .insertInto('own_species')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(columns))
    .execute();
}

/** @returns whether there was one. */
export async function deleteOwnSpecies(tx: Tx, name: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('own_species')
    .where('name', '=', name)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
