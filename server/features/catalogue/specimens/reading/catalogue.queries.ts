/** Reads the whole collection in order of ids, a range at a time. */
import type { Db } from '#server/platform/db/db.ts';
import { specimenColumns } from './specimens.queries.ts';

/** Ids `from` to `to`, both included. */
export type IdRange = { from: number; to: number };

// Both filter by id alone: with a condition on `visible`, SQLite would scan all visible specimens each time.

/** At most `limit` specimens of the range, hidden ones too, by id. */
export async function selectRange(db: Db, { from, to }: IdRange, limit: number) {
  const query = db.selectFrom('specimens').select([...specimenColumns, 'status_by_hand']);
  return query.where('id', '>=', from).where('id', '<=', to).orderBy('id').limit(limit).execute();
}

/** When one of the range's visible specimens last changed; null where there is none. */
export async function lastChange(db: Db, { from, to }: IdRange): Promise<string | null> {
  const { at } = await db
    .selectFrom('specimens')
    .select(({ fn, eb }) => fn.max(eb.case().when('visible', '=', true).then(eb.ref('updated_at')).end()).as('at'))
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
