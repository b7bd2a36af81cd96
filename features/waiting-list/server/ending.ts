import type { Act, Actor } from '#core/server/act.ts';
import type { EntryEnd } from '#features/waiting-list/contract/waiting-rules.ts';
import { takeBackOfferMail } from './entry-mails.ts';
import { type EntryRow, endEntry } from './waiting-list.queries.ts';

type Ending = {
  as: EntryEnd;
  actor: Actor;
  /** Ends it only if its offer outlasts the act. */
  isOffered?: boolean;
};

/**
 * The act has locked the specimen, if there is one.
 * @returns undefined where the entry had ended.
 */
export async function finishEntry(
  act: Act,
  id: number,
  { as, actor, isOffered = false }: Ending,
): Promise<EntryRow | undefined> {
  const row = await endEntry(act.tx, id, as, act.now, isOffered ? act.now : undefined);
  if (!row) return undefined;
  await takeBackOfferMail(act.tx, row);
  const data = { entry: id, as };
  await act.record({ kind: 'waiting_ended', specimenId: row.specimen_id, data }, actor);
  return row;
}
