/** The shop's log of what happened to orders, specimens, settings and the admin's account. */
import type { Db, Tx } from '#server/platform/db/db.ts';
import { clearEventData, type EventRow, insertEvents, selectEvents } from './events.queries.ts';

/** What the admin corrected of an order's buyer: the only entry with personal data, which go with the order's. */
export const BUYER_CORRECTED = 'buyer_corrected';

/** One entry of the log. `data` of others holds no personal data: what an order says of its buyer goes with the order. */
export type Event = {
  /** ISO 8601 in UTC. */
  at: string;
  actor: 'buyer' | 'owner' | 'system';
  kind: string;
  specimenId?: number | null;
  orderId?: number | null;
  data?: Record<string, unknown>;
};

/** Adds to the log, in the transaction of the change that the entries tell of. */
export async function addEvents(tx: Tx, events: Event[]): Promise<void> {
  if (events.length === 0) return;
  await insertEvents(
    tx,
    events.map(({ at, actor, kind, specimenId = null, orderId = null, data = {} }) => ({
      created_at: at,
      actor,
      kind,
      data: JSON.stringify(data),
      specimen_id: specimenId,
      order_id: orderId,
    })),
  );
}

/** Forgets what was corrected of an order's buyer, and keeps that something was. */
export const forgetCorrections = (tx: Tx, orderId: number): Promise<void> => clearEventData(tx, orderId, BUYER_CORRECTED);

/** The latest entries of these kinds, newest first. */
export const latestEvents = (db: Db | Tx, kinds: readonly string[], limit: number): Promise<EventRow[]> =>
  selectEvents(db, [...kinds], limit);
