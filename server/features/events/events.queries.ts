import type { Insertable } from 'kysely';
import type { Tx } from '#server/platform/db/db.ts';
import type { Events } from '#server/platform/db/schema.ts';

export async function insertEvents(tx: Tx, events: Insertable<Events>[]): Promise<void> {
  await tx.insertInto('events').values(events).execute();
}
