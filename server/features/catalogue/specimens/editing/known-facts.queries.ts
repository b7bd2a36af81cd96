/** What the specimens have already, for the suggestions of the admin's forms. */
import { sql } from 'kysely';
import type { Db } from '#server/platform/db/db.ts';

/** The localities of specimens, those of the newest specimens first. */
export async function selectLocalitiesInUse(db: Db, limit: number): Promise<string[][]> {
  const newest = db
    .selectFrom('specimens')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('locality_id', 'is not', null)
    .groupBy('locality_id')
    .orderBy('id', 'desc')
    .limit(limit);
  const rows = await db.selectFrom('specimens').select(['id', 'locality']).where('id', 'in', newest).orderBy('id', 'desc').execute();
  return rows.map(({ locality }) => locality);
}

/** The different texts of a column, the most frequent first. */
export async function selectTexts(db: Db, column: 'source' | 'storage_place', limit: number): Promise<string[]> {
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
