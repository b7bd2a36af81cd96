import type { Db } from '#server/platform/db/db.ts';

/** The outline of each specimen in its main picture, or in the poster of its main video; null where it is not known. */
export async function selectOutlines(db: Db, specimenIds: number[]) {
  if (specimenIds.length === 0) return [];
  return db
    .selectFrom('specimen_media')
    .innerJoin('media', 'media.id', 'specimen_media.media_id')
    .leftJoin('media as poster', 'poster.id', 'media.poster_id')
    .select(['specimen_id', 'media.outline', 'poster.outline as poster_outline'])
    .where('specimen_id', 'in', specimenIds)
    .where('position', '=', 0)
    .execute();
}
