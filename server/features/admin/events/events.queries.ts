import type { Insertable } from 'kysely';
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { Events } from '#server/platform/db/schema.ts';

export async function insertEvents(tx: Tx, events: Insertable<Events>[]): Promise<void> {
  await tx.insertInto('events').values(events).execute();
}

export type EventRow = { at: string; actor: string; kind: string; data: Record<string, unknown> };

/** The latest entries of these kinds, newest first. */
export async function selectEvents(db: Db | Tx, kinds: string[], limit: number): Promise<EventRow[]> {
  return db
    .selectFrom('events')
    .select(['created_at as at', 'actor', 'kind', 'data'])
    .where('kind', 'in', kinds)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
