import type { Db } from '#server/platform/db/db.ts';

/** What pieces are compared by, and where each is from. */
export async function selectTraits(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('specimens')
    .select(['id', 'species', 'locality', 'locality_id', 'size_mm', 'price_cents', 'status'])
    .where('id', 'in', ids)
    .execute();
}
