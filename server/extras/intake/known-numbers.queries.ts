import type { Db, Tx } from '#server/platform/db/db.ts';

/** Who has these numbers, or had them (null). */
export async function selectHolders(db: Db | Tx, keys: string[]) {
  if (keys.length === 0) return [];
  return db
    .selectFrom('catalogue_numbers as given')
    .leftJoin('specimens', 'specimens.id', 'given.specimen_id')
    .select(['number_key', 'specimens.id', 'specimens.title'])
    .where('number_key', 'in', keys)
    .execute();
}

/** The numbers of a sheet and of all later ones that no piece has had, or that one has (`holder`), in their order. */
export async function selectUnusedFrom(db: Db | Tx, sheetId: number) {
  return db
    .selectFrom('reserved_numbers as reserved')
    .leftJoin('catalogue_numbers as given', 'given.number_key', 'reserved.number_key')
    .select(['reserved.number_key', 'reserved.catalogue_number', 'reserved.sheet_id', 'reserved.place', 'given.specimen_id as holder'])
    .where('sheet_id', '>=', sheetId)
    .where(({ eb, or }) => or([eb('given.number_key', 'is', null), eb('given.specimen_id', 'is not', null)]))
    .orderBy('sheet_id')
    .orderBy('place')
    .execute();
}

/** Where on their sheets these numbers are. */
export async function selectPlacesOnSheets(db: Db | Tx, keys: string[]) {
  if (keys.length === 0) return [];
  return db.selectFrom('reserved_numbers').select(['number_key', 'sheet_id', 'place']).where('number_key', 'in', keys).execute();
}
