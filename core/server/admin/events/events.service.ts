import type { Db, Tx } from '#platform/db/db.ts';
import { clearEventData, type EventRow, selectEvents } from './events.queries.ts';

/** The only entry with personal data, which are erased with the order's. */
export const BUYER_CORRECTED = 'buyer_corrected';

/** Keeps that something was corrected. */
export const forgetCorrections = (tx: Tx, orderId: number): Promise<void> =>
  clearEventData(tx, orderId, BUYER_CORRECTED);

/** Newest first. */
export const latestEvents = (
  db: Db | Tx,
  kinds: readonly string[],
  limit: number,
): Promise<EventRow[]> => selectEvents(db, [...kinds], limit);
