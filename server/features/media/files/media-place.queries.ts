import type { Db, Tx } from '#server/platform/db/db.ts';
import { mediumColumns } from './media.queries.ts';

const KEY = 'media-place:';

/** Where the shop's media are, as it was recorded; null: nowhere yet. */
export async function selectMediaPlace(db: Db | Tx): Promise<string | null> {
  const row = await db.selectFrom('markers').select('name').where('name', 'like', `${KEY}%`).executeTakeFirst();
  return row?.name.slice(KEY.length) ?? null;
}

export async function deleteMediaPlace(tx: Tx): Promise<void> {
  await tx.deleteFrom('markers').where('name', 'like', `${KEY}%`).execute();
}

export async function insertMediaPlace(tx: Tx, place: string, now: string): Promise<void> {
  await tx
    .insertInto('markers')
    .values({ name: KEY + place, created_at: now })
    .execute();
}

/** Media after this one by their ids, at most `limit`. */
export const selectMediaAfter = (db: Db | Tx, id: string, limit: number) =>
  db.selectFrom('media').select(mediumColumns).where('id', '>', id).orderBy('id').limit(limit).execute();
