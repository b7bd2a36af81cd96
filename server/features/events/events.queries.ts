import type { Tx } from '#server/platform/db/db.ts';

/** One line of the shop's log. `data` holds no personal data: an order's words go with the order. */
export type Event = {
  /** ISO 8601 in UTC. */
  at: string;
  actor: 'buyer' | 'owner' | 'system';
  kind: string;
  specimenId?: number | null;
  orderId?: number | null;
  data?: Record<string, unknown>;
};

/** Adds to the log, in the transaction of the change it tells of. */
export async function addEvents(tx: Tx, events: Event[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ at, actor, kind, specimenId = null, orderId = null, data = {} }) => ({
    created_at: at,
    actor,
    kind,
    data: JSON.stringify(data),
    specimen_id: specimenId,
    order_id: orderId,
  }));
  await tx.insertInto('events').values(rows).execute();
}
