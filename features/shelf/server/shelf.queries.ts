import type { Db } from '#platform/db/db.ts';

/** The outline is in the main picture, or the main video's poster; null where it is not known. */
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
