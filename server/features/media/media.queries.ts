import type { Insertable } from 'kysely';
import { VIDEO } from '#contract/media-kind.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { Media } from '#server/platform/db/schema.ts';

export const mediumColumns = [
  'id',
  'kind',
  'width',
  'height',
  'widths',
  'placeholder',
  'complete',
  'original',
  'video_file',
  'video_type',
  'poster_id',
  'has_plain_poster',
] as const;

/** Adds the rows. An existing row gets the new files, but keeps its original. */
export async function upsertMedia(tx: Tx, rows: Insertable<Media>[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('media')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        widths: eb.ref('excluded.widths'),
        placeholder: eb.ref('excluded.placeholder'),
        complete: eb.ref('excluded.complete'),
        original: eb.fn.coalesce('excluded.original', 'media.original'),
        video_file: eb.ref('excluded.video_file'),
        video_type: eb.ref('excluded.video_type'),
        poster_id: eb.ref('excluded.poster_id'),
        has_plain_poster: eb.ref('excluded.has_plain_poster'),
        created_at: eb.ref('excluded.created_at'),
      })),
    )
    .execute();
}

export type MediumRow = Awaited<ReturnType<typeof selectMediaRows>>[number];

export async function selectMediaRows(db: Db | Tx, ids: string[]) {
  if (ids.length === 0) return [];
  return db.selectFrom('media').select(mediumColumns).where('id', 'in', ids).execute();
}

/** Media that are uploaded again count as new. @returns how many of the ids exist. */
export async function touchMedia(tx: Tx, ids: string[], now: string): Promise<number> {
  if (ids.length === 0) return 0;
  const { numUpdatedRows } = await tx.updateTable('media').set({ created_at: now }).where('id', 'in', ids).executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Records that every rendition of a picture is stored. */
export async function completePicture(tx: Tx, id: string, widths: number[]): Promise<void> {
  await tx
    .updateTable('media')
    .set({ widths: JSON.stringify(widths), complete: true })
    .where('id', '=', id)
    .execute();
}

/** Gives a video a real poster in place of the plain one. @returns whether there is such a video. */
export async function setPoster(tx: Tx, videoId: string, posterId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('media')
    .set({ poster_id: posterId, has_plain_poster: false })
    .where('id', '=', videoId)
    .where('kind', '=', VIDEO)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
