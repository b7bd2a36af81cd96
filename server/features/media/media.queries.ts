import type { Insertable } from 'kysely';
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { Media } from '#server/platform/db/schema.ts';

/** Adds the rows; one whose id is there already stays as it is: the same id is the same original. */
export async function insertMedia(tx: Tx, rows: Insertable<Media>[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('media')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

export type MediumRow = Awaited<ReturnType<typeof selectMediaRows>>[number];

export async function selectMediaRows(db: Db | Tx, ids: string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('media')
    .select(['id', 'kind', 'width', 'height', 'widths', 'placeholder', 'complete', 'original', 'film_file', 'film_type', 'poster_id'])
    .where('id', 'in', ids)
    .execute();
}
