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

/** The catalogue number of the newest specimen that has one. */
export async function selectLatestNumber(db: Db): Promise<string | null> {
  const query = db.selectFrom('specimens').select('catalogue_number').where('catalogue_number', 'is not', null);
  return (await query.orderBy('id', 'desc').limit(1).executeTakeFirst())?.catalogue_number ?? null;
}

export async function isNumberGiven(db: Db, key: string): Promise<boolean> {
  return (await db.selectFrom('catalogue_numbers').select('number_key').where('number_key', '=', key).executeTakeFirst()) !== undefined;
}
