import type { Insertable } from 'kysely';
import type { OwnColour } from '#core/contract/catalogue/stone-colours.ts';
import { VIDEO } from '#core/contract/media/media-kind.ts';
import type { Outline } from '#core/contract/media/outline.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import type { Media } from '#platform/db/schema.ts';

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

/** An existing row gets the new files. */
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

/** Accepts former ids. */
export async function selectByAnyId(db: Db | Tx, ids: string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('media')
    .select([...mediumColumns, 'old_id'])
    .where((eb) => eb.or([eb('id', 'in', ids), eb('old_id', 'in', ids)]))
    .execute();
}

/** @param contentHashes see `contentHashOf`. */
export async function selectByContent(db: Db | Tx, contentHashes: string[]) {
  if (contentHashes.length === 0) return [];
  return db
    .selectFrom('media')
    .select(mediumColumns)
    .where('content_hash', 'in', contentHashes)
    .execute();
}

export async function selectStems(db: Db | Tx, stems: string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('media').select('stem').where('stem', 'in', stems).execute();
  return new Set(rows.map(({ stem }) => stem));
}

export async function selectPictures(db: Db | Tx, ids: string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('media')
    .select(['id', 'width', 'height', 'widths', 'placeholder', 'complete'])
    .where('id', 'in', ids)
    .where('kind', '=', 'picture')
    .execute();
}

/** Media uploaded again count as new. */
export async function touchMedia(tx: Tx, ids: string[], now: string): Promise<void> {
  if (ids.length > 0)
    await tx.updateTable('media').set({ created_at: now }).where('id', 'in', ids).execute();
}

/** @returns its width in pixels; undefined where it was known to fill a window. */
export const setWide = (tx: Tx, id: string) =>
  tx
    .updateTable('media')
    .set({ is_wide: true })
    .where('id', '=', id)
    .where('is_wide', '=', false)
    .returning(['width', 'widths'])
    .executeTakeFirst();

/** @returns false if the picture has, or needs, other files by now. */
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

/** @returns false if the picture has other files by now. */
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

/** @returns whether there is such a video. */
export async function setPoster(tx: Tx, videoId: string, posterId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('media')
    .set({ poster_id: posterId, has_plain_poster: false })
    .where('id', '=', videoId)
    .where('kind', '=', VIDEO)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const selectMediaAfter = (db: Db | Tx, id: string, limit: number) =>
  db
    .selectFrom('media')
    .select(mediumColumns)
    .where('id', '>', id)
    .orderBy('id')
    .limit(limit)
    .execute();
