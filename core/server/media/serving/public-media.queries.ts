import type { MediaKind } from '#core/contract/media/media-kind.ts';
import { pluggedInto } from '#core/server/plugged-in.ts';
import type { Db } from '#platform/db/db.ts';
import type { StoredTurn } from '#platform/db/schema-media.ts';

export type NamedMedium = {
  id: string;
  kind: MediaKind;
  stem: string;
  video_file: string | null;
  turn: StoredTurn | null;
};

const columns = ['media.id', 'media.kind', 'media.stem', 'media.video_file', 'media.turn'] as const;

/** Accepts former ids, under which a converted video had a file too. */
export async function selectNamed(db: Db, id: string): Promise<NamedMedium | undefined> {
  return db
    .selectFrom('media')
    .select(columns)
    .where((eb) =>
      eb.or([eb('id', '=', id), eb('old_id', '=', id), eb('video_file', '=', `${id}.mp4`)]),
    )
    .executeTakeFirst();
}

/** A video shows its poster, too. */
export async function selectShowing(
  db: Db,
  id: string,
): Promise<{ specimenId: number; shownId: string } | undefined> {
  return db
    .selectFrom('specimen_media as shown')
    .innerJoin('specimens', 'specimens.id', 'shown.specimen_id')
    .select(['shown.specimen_id as specimenId', 'shown.media_id as shownId'])
    .where('specimens.visible', '=', true)
    .where((eb) =>
      eb.or([
        eb('shown.media_id', '=', id),
        eb(
          'shown.media_id',
          'in',
          eb.selectFrom('media').select('media.id').where('media.poster_id', '=', id),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
}

export async function isCover(db: Db, id: string): Promise<boolean> {
  const query = db
    .selectFrom('collections')
    .select('id')
    .where('cover_id', '=', id)
    .where('hidden', '=', false)
    .limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}

export async function selectShowingSetting(db: Db, id: string): Promise<string | undefined> {
  const setting = await db
    .selectFrom('site_settings')
    .select('key')
    .where((eb) => eb(eb.cast<string>('value', 'text'), 'like', `%${id}%`))
    .limit(1)
    .executeTakeFirst();
  return setting?.key;
}

/** Features' tables name pictures too. */
export async function selectOrdered(db: Db, imageUrls: string[]): Promise<NamedMedium | undefined> {
  for (const table of [
    'order_lines',
    ...pluggedInto('tables').flatMap(({ soldPictures = [] }) => soldPictures),
  ] as const) {
    const row = await db
      .selectFrom('media')
      .select(columns)
      .where('id', '=', (eb) =>
        eb.selectFrom(table).select('media_id').where('image_url', 'in', imageUrls).limit(1),
      )
      .executeTakeFirst();
    if (row) return row;
  }
  return undefined;
}
