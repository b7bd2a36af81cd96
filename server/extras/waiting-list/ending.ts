/** How an entry ends. */
import type { EntryEnd } from '#contract/extras/waiting-list/waiting-rules.ts';
import { addEvents, type Event } from '#server/features/admin/events/events.service.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { takeBackOfferMail } from './entry-mails.ts';
import { type EntryRow, endEntry } from './waiting-list.queries.ts';

type Ending = {
  as: EntryEnd;
  /** ISO 8601 in UTC. */
  at: string;
  actor: Event['actor'];
  /** Only where the entry's offer lasts longer. */
  offeredAfter?: string;
};

/** Ends an entry whose specimen, if there is one, the transaction has locked. @returns it as it is then; undefined where it had ended. */
export async function finishEntry(tx: Tx, id: number, { as, at, actor, offeredAfter }: Ending): Promise<EntryRow | undefined> {
  const row = await endEntry(tx, id, as, at, offeredAfter);
  if (!row) return undefined;
  await takeBackOfferMail(tx, row);
  await addEvents(tx, [{ at, actor, kind: 'waiting_ended', specimenId: row.specimen_id, data: { entry: id, as } }]);
  return row;
}
