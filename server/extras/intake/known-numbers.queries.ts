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

/** Where on their sheets these numbers are. */
export async function selectPlacesOnSheets(db: Db | Tx, keys: string[]) {
  if (keys.length === 0) return [];
  return db.selectFrom('reserved_numbers').select(['number_key', 'sheet_id', 'place']).where('number_key', 'in', keys).execute();
}
