import type { Db } from '#platform/db/db.ts';
import { specimenColumns } from './specimens.queries.ts';

/** Both ends are included. */
export type IdRange = { from: number; to: number };

// Filter by id alone: with a condition on `visible`, SQLite would scan all visible specimens each
// time.

/** Includes hidden ones. */
export async function selectRange(db: Db, { from, to }: IdRange, limit: number) {
  const query = db.selectFrom('specimens').select([...specimenColumns, 'status_by_hand']);
  return query.where('id', '>=', from).where('id', '<=', to).orderBy('id').limit(limit).execute();
}

/** Returns null where no visible one is. */
export async function lastChange(db: Db, { from, to }: IdRange): Promise<string | null> {
  const { at } = await db
    .selectFrom('specimens')
    .select(({ fn, eb }) =>
      fn.max(eb.case().when('visible', '=', true).then(eb.ref('updated_at')).end()).as('at'),
    )
    .where('id', '>=', from)
    .where('id', '<=', to)
    .executeTakeFirstOrThrow();
  return at;
}

export async function largestId(db: Db): Promise<number> {
  const { id } = await db
    .selectFrom('specimens')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow();
  return id ?? 0;
}
