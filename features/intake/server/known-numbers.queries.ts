import type { Db, Tx } from '#platform/db/db.ts';

/** Null: the holder is gone. */
export async function selectHolders(db: Db | Tx, keys: string[]) {
  if (keys.length === 0) return [];
  return db
    .selectFrom('catalogue_numbers as given')
    .leftJoin('specimens', 'specimens.id', 'given.specimen_id')
    .select(['number_key', 'specimens.id', 'specimens.title', 'specimens.visible'])
    .where('number_key', 'in', keys)
    .execute();
}

/**
 * Numbers of this sheet and later ones, in order, that no piece has had, or that one has whose main
 * medium has this content.
 */
export async function selectUnusedFrom(
  db: Db | Tx,
  sheetId: number,
  contentHash: string,
  limit: number,
) {
  return db
    .selectFrom('reserved_numbers as reserved')
    .leftJoin('catalogue_numbers as given', 'given.number_key', 'reserved.number_key')
    .leftJoin('specimen_media as main', (join) =>
      join.onRef('main.specimen_id', '=', 'given.specimen_id').on('main.position', '=', 0),
    )
    .leftJoin('media', 'media.id', 'main.media_id')
    .select([
      'reserved.number_key',
      'reserved.catalogue_number',
      'reserved.sheet_id',
      'reserved.place',
    ])
    .where('sheet_id', '>=', sheetId)
    .where(({ eb, or }) =>
      or([eb('given.number_key', 'is', null), eb('media.content_hash', '=', contentHash)]),
    )
    .orderBy('sheet_id')
    .orderBy('place')
    .limit(limit)
    .execute();
}

export async function selectPlacesOnSheets(db: Db | Tx, keys: string[]) {
  if (keys.length === 0) return [];
  return db
    .selectFrom('reserved_numbers')
    .select(['number_key', 'sheet_id', 'place'])
    .where('number_key', 'in', keys)
    .execute();
}
