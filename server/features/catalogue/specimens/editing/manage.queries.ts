/** The admin's list: numbered pages, with counts. */

import { matches, type SpecimenFilter, specimenColumns } from '#server/features/catalogue/specimens/reading/specimens.queries.ts';
import type { Db } from '#server/platform/db/db.ts';

/** Counts of all specimens by visibility and status; each pair may come several times. */
export async function countByVisibilityAndStatus(db: Db) {
  return (
    db
      .selectFrom('specimens')
      .select((eb) => ['visible', 'status', eb.fn.countAll<number>().as('count')])
      // With the category the grouping follows the index `specimens_facts`, and nothing has to be sorted.
      .groupBy(['visible', 'category_id', 'status'])
      .execute()
  );
}

/** A page of the list, newest first. */
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

/** The ids of the list, newest first. */
export async function selectListedIds(db: Db, filter: SpecimenFilter, limit: number): Promise<number[]> {
  const query = db.selectFrom('specimens').select('id').where(matches(filter));
  return (await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()).map(({ id }) => id);
}
