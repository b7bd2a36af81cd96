import type { Db } from '#platform/db/db.ts';

export async function selectTraits(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('specimens')
    .select(['id', 'species', 'locality', 'locality_id', 'size_mm', 'price_cents', 'status'])
    .where('id', 'in', ids)
    .execute();
}
