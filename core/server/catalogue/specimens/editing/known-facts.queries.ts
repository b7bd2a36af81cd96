import { sql } from 'kysely';
import type { Db } from '#platform/db/db.ts';

/** The newest specimens' come first. */
export async function selectLocalitiesInUse(db: Db, limit: number): Promise<string[][]> {
  const newest = db
    .selectFrom('specimens')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('locality_id', 'is not', null)
    .groupBy('locality_id')
    .orderBy('id', 'desc')
    .limit(limit);
  const rows = await db
    .selectFrom('specimens')
    .select(['id', 'locality'])
    .where('id', 'in', newest)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ locality }) => locality);
}

/** The most frequent come first. */
export async function selectTexts(
  db: Db,
  column: 'source' | 'storage_place',
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('specimens')
    .select(column)
    .where(column, '!=', '')
    .groupBy(column)
    .orderBy(sql`count(*)`, 'desc')
    .orderBy(column)
    .limit(limit)
    .execute();
  return rows.map((row) => String(row[column]));
}
