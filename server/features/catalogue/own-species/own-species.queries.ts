/** The rows that the dealer lays over the species table. */
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { NewRow, Row } from '#server/platform/db/schema.ts';
import type { OwnSpecies } from '#server/platform/db/schema-specimens.ts';

export type OwnSpeciesRow = Row<OwnSpecies>;

export const selectOwnSpecies = (db: Db | Tx): Promise<OwnSpeciesRow[]> =>
  db.selectFrom('own_species').selectAll().orderBy('name').execute();

/** Writes a row in the place of the one that has its name. */
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
  const { numDeletedRows } = await tx.deleteFrom('own_species').where('name', '=', name).executeTakeFirst();
  return numDeletedRows > 0n;
}
