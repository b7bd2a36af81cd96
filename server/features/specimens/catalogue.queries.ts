/** Reading the whole collection in order of ids, a stretch at a time. */
import type { Db } from '#server/platform/db/db.ts';
import { specimenColumns } from './specimens.queries.ts';

/** Ids `from` to `to`, both included. */
export type Stretch = { from: number; to: number };

/** At most `limit` specimens of the stretch, by id. */
export async function selectStretch(db: Db, { from, to }: Stretch, { hidden, limit }: { hidden: boolean; limit: number }) {
  let query = db
    .selectFrom('specimens')
    .select([...specimenColumns, 'status_by_hand'])
    .where('id', '>=', from)
    .where('id', '<=', to);
  if (!hidden) query = query.where('visible', '=', true);
  return query.orderBy('id').limit(limit).execute();
}

/** How many visible specimens the stretch has, and when one of them last changed; null where there is none. */
export async function summariseStretch(db: Db, { from, to }: Stretch): Promise<{ count: number; changedAt: string | null }> {
  return db
    .selectFrom('specimens')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('updated_at').as('changedAt')])
    .where('id', '>=', from)
    .where('id', '<=', to)
    .where('visible', '=', true)
    .executeTakeFirstOrThrow();
}

export async function largestId(db: Db): Promise<number> {
  const { id } = await db
    .selectFrom('specimens')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow();
  return id ?? 0;
}
