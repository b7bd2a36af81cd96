import type { Insertable } from 'kysely';
import type { OwnColour } from '#contract/catalogue/stone-colours.ts';
import { VIDEO } from '#contract/media/media-kind.ts';
import type { Outline } from '#contract/media/outline.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { Media } from '#server/platform/db/schema.ts';

export const mediumColumns = [
  'id',
  'stem',
  'content_hash',
  'kind',
  'width',
  'height',
  'widths',
  'placeholder',
  'complete',
  'is_wide',
  'original',
  'video_file',
  'video_type',
  'poster_id',
  'has_plain_poster',
  'turn',
] as const;

/** Adds the rows. An existing row gets the new files. */
export async function upsertMedia(tx: Tx, rows: Insertable<Media>[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('media')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        stem: eb.ref('excluded.stem'),
        widths: eb.ref('excluded.widths'),
        placeholder: eb.ref('excluded.placeholder'),
        complete: eb.ref('excluded.complete'),
        colours: eb.ref('excluded.colours'),
        outline: eb.ref('excluded.outline'),
        original: eb.ref('excluded.original'),
        video_file: eb.ref('excluded.video_file'),
        video_type: eb.ref('excluded.video_type'),
        poster_id: eb.ref('excluded.poster_id'),
        has_plain_poster: eb.ref('excluded.has_plain_poster'),
        turn: eb.ref('excluded.turn'),
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

/** The media with these ids, or with ids that older versions gave them. */
export async function selectByAnyId(db: Db | Tx, ids: string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('media')
    .select([...mediumColumns, 'old_id'])
    .where((eb) => eb.or([eb('id', 'in', ids), eb('old_id', 'in', ids)]))
    .execute();
}

/** The media that were made of these contents. @param contentHashes see `contentHashOf`. */
export async function selectByContent(db: Db | Tx, contentHashes: string[]) {
  if (contentHashes.length === 0) return [];
  return db.selectFrom('media').select(mediumColumns).where('content_hash', 'in', contentHashes).execute();
}

/** Which of these stems belong to media. */
export async function selectStems(db: Db | Tx, stems: string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('media').select('stem').where('stem', 'in', stems).execute();
  return new Set(rows.map(({ stem }) => stem));
}

/** The pictures with these ids that exist, with what a page needs to show them. */
export async function selectPictures(db: Db | Tx, ids: string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('media')
    .select(['id', 'width', 'height', 'widths', 'placeholder', 'complete'])
    .where('id', 'in', ids)
    .where('kind', '=', 'picture')
    .execute();
}

/** Media that are uploaded again count as new. */
export async function touchMedia(tx: Tx, ids: string[], now: string): Promise<void> {
  if (ids.length > 0) await tx.updateTable('media').set({ created_at: now }).where('id', 'in', ids).execute();
}

/** Notes that a picture is shown across a whole window. @returns its width, in pixels; undefined where that was known. */
export const setWide = (tx: Tx, id: string) =>
  tx
    .updateTable('media')
    .set({ is_wide: true })
    .where('id', '=', id)
    .where('is_wide', '=', false)
    .returning(['width', 'widths'])
    .executeTakeFirst();

/** Records that every rendition of a picture is stored. @returns false if the picture has, or needs, other files by now. */
export async function completePicture(
  tx: Tx,
  { id, stem, is_wide }: Pick<MediumRow, 'id' | 'stem' | 'is_wide'>,
  widths: number[],
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('media')
    .set({ widths: JSON.stringify(widths), complete: true })
    .where('id', '=', id)
    .where('stem', '=', stem)
    .where('is_wide', '=', is_wide)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records what was found of the stone in a picture. @returns false if the picture has other files by now. */
export async function storeStone(
  tx: Tx,
  { id, stem }: Pick<MediumRow, 'id' | 'stem'>,
  { colours, outline }: { colours: OwnColour[]; outline: Outline | null },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('media')
    .set({ colours: JSON.stringify(colours), outline })
    .where('id', '=', id)
    .where('stem', '=', stem)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
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

/** Media after this one by their ids, at most `limit`. */
export const selectMediaAfter = (db: Db | Tx, id: string, limit: number) =>
  db.selectFrom('media').select(mediumColumns).where('id', '>', id).orderBy('id').limit(limit).execute();
