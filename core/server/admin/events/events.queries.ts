import type { Insertable } from 'kysely';
import type { Db, Tx } from '#platform/db/db.ts';
import type { Events } from '#platform/db/schema.ts';

export async function insertEvents(tx: Tx, events: Insertable<Events>[]): Promise<void> {
  await tx.insertInto('events').values(events).execute();
}

export async function clearEventData(tx: Tx, orderId: number, kind: string): Promise<void> {
  await tx
    .updateTable('events')
    .set({ data: '{}' })
    .where('order_id', '=', orderId)
    .where('kind', '=', kind)
    .execute();
}

export type EventRow = { at: string; actor: string; kind: string; data: Record<string, unknown> };

export async function selectEvents(
  db: Db | Tx,
  kinds: string[],
  limit: number,
): Promise<EventRow[]> {
  return db
    .selectFrom('events')
    .select(['created_at as at', 'actor', 'kind', 'data'])
    .where('kind', 'in', kinds)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
