import {
  matches,
  type SpecimenFilter,
  specimenColumns,
} from '#core/server/catalogue/specimens/reading/specimens.queries.ts';
import type { Db } from '#platform/db/db.ts';

/** Each pair may come several times. */
export async function countByVisibilityAndStatus(db: Db) {
  return (
    db
      .selectFrom('specimens')
      .select((eb) => ['visible', 'status', eb.fn.countAll<number>().as('count')])
      // The index `specimens_facts` has the category: so nothing is sorted.
      .groupBy(['visible', 'category_id', 'status'])
      .execute()
  );
}

export async function selectNumberedPage(
  db: Db,
  filter: SpecimenFilter,
  offset: number,
  limit: number,
) {
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

export async function selectListedIds(
  db: Db,
  filter: SpecimenFilter,
  limit: number,
): Promise<number[]> {
  const query = db.selectFrom('specimens').select('id').where(matches(filter));
  return (
    await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
  ).map(({ id }) => id);
}
