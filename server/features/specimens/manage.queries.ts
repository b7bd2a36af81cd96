/** The owner's list: numbered pages, counted. */
import { sql } from 'kysely';
import type { Db } from '#server/platform/db/db.ts';
import { matches, type SpecimenFilter, specimenColumns } from './specimens.queries.ts';

/** How many of all specimens are what. */
export async function countByState(db: Db) {
  const count = (condition: ReturnType<typeof sql<boolean>>) => sql<number>`count(case when ${condition} then 1 end)`;
  const ofStatus = (status: string) => count(sql<boolean>`status = ${status}`);
  return db
    .selectFrom('specimens')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      count(sql<boolean>`visible`).as('visible'),
      count(sql<boolean>`not visible`).as('hidden'),
      ofStatus('available').as('available'),
      ofStatus('pending').as('pending'),
      ofStatus('sold').as('sold'),
    ])
    .executeTakeFirstOrThrow();
}

/** Newest first. */
export async function selectNumberedPage(db: Db, filter: SpecimenFilter, offset: number, limit: number) {
  return db
    .selectFrom('specimens')
    .select(specimenColumns)
    .where(matches(filter))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}
