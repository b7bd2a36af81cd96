/** The admin's list: numbered pages, counted. */
import type { Db } from '#server/platform/db/db.ts';
import { matches, type SpecimenFilter, specimenColumns } from '../catalogue/specimens.queries.ts';

/** How many of all specimens are in each state; a state may come several times. */
export async function countByState(db: Db) {
  return (
    db
      .selectFrom('specimens')
      .select((eb) => ['visible', 'status', eb.fn.countAll<number>().as('count')])
      // The category only because the index `specimens_facts` is in this order: read along it, nothing has to be sorted.
      .groupBy(['visible', 'category_id', 'status'])
      .execute()
  );
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
