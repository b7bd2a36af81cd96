import { mediumColumns } from '#core/server/media/files/media.queries.ts';
import { pluggedInto } from '#core/server/plugged-in.ts';
import type { Db, Tx } from '#platform/db/db.ts';

/** Spares specimens', collections' and poster media. */
export async function selectUnshown(db: Db | Tx, before: string, afterId: string, limit: number) {
  return unshown(db)
    .where('id', '>', afterId)
    .where('created_at', '<', before)
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function selectUnshownOf(db: Db | Tx, ids: string[]) {
  return ids.length === 0 ? [] : unshown(db).where('id', 'in', ids).execute();
}

const unshown = (db: Db | Tx) =>
  db
    .selectFrom('media')
    .select(mediumColumns)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('specimen_media')
            .select('media_id')
            .whereRef('specimen_media.media_id', '=', 'media.id'),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('media as video')
            .select('video.id')
            .whereRef('video.poster_id', '=', 'media.id'),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('collections').select('cover_id').whereRef('cover_id', '=', 'media.id'),
        ),
      ),
    );

export async function selectNamed(db: Db | Tx, ids: string[]): Promise<Set<string>> {
  const named = new Set<string>();
  for (const table of [
    'order_lines',
    ...pluggedInto('tables').flatMap(({ usingMedia = [] }) => usingMedia),
  ] as const) {
    const rows = await db
      .selectFrom(table)
      .select('media_id')
      .where('media_id', 'in', ids)
      .execute();
    for (const { media_id } of rows) if (media_id !== null) named.add(media_id);
  }
  return named;
}

/** Settings name pictures by their ids. */
export async function selectSettingTexts(db: Db | Tx): Promise<string> {
  const rows = await db.selectFrom('site_settings').select('value').execute();
  return rows.map((row) => JSON.stringify(row.value)).join('\n');
}

/** Spares rows uploaded again since `before`. @returns the deleted ids. */
export async function deleteMedia(tx: Tx, ids: string[], before?: string): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const query = tx.deleteFrom('media').where('id', 'in', ids);
  const rows = await (before === undefined ? query : query.where('created_at', '<', before))
    .returning('id')
    .execute();
  return new Set(rows.map((row) => row.id));
}

export async function selectOwners(db: Db, stems: string[], names: string[]) {
  return db
    .selectFrom('media')
    .select(mediumColumns)
    .where((eb) => eb.or([eb('stem', 'in', stems), eb('video_file', 'in', names)]))
    .execute();
}

export async function selectUnfinished(db: Db, stems: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('media_jobs')
    .innerJoin('media', 'media.id', 'media_jobs.media_id')
    .select('stem')
    .where('stem', 'in', stems)
    .execute();
  return new Set(rows.map(({ stem }) => stem));
}
