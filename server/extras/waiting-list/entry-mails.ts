/** The mails about entries in waiting lists, each by a dedupe key of its own. */
import type { Settings } from '#contract/admin/settings.ts';
import { entryPath } from '#contract/extras/waiting-list/waiting-rules.ts';
import type { Context } from '#server/context.ts';
import { mailStatusesByKey, queueExtraMail, removeUnsentMails } from '#server/features/messages/mail/mail.service.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { EntryRow } from './waiting-list.queries.ts';
import { waitingMailTemplates } from './waiting-mail-templates.ts';

type EntryOffer = Pick<EntryRow, 'id' | 'offers'>;

/** The dedupe key of the mail about an entry's latest offer. */
const offerKey = ({ id, offers }: EntryOffer) => `waiting offer ${id} ${offers}`;

/** The dedupe keys of all mails about an entry. */
export const mailKeysOf = ({ id, offers }: EntryOffer): string[] => [
  `waiting question ${id}`,
  `waiting ended ${id}`,
  ...Array.from({ length: offers }, (_, index) => offerKey({ id, offers: index + 1 })),
];

/** Those of the entries whose latest offer has been mailed for sure, by their ids. */
export async function toldEntries(tx: Tx, rows: EntryRow[]): Promise<Set<number>> {
  const statuses = await mailStatusesByKey(tx, rows.filter(({ offers }) => offers > 0).map(offerKey));
  return new Set(rows.filter((row) => statuses.get(offerKey(row)) === 'sent').map(({ id }) => id));
}

/** Removes the mail about an entry's latest offer if it has not gone: what it promises is over. */
export const takeBackOfferMail = (tx: Tx, entry: EntryOffer): Promise<void> => removeUnsentMails(tx, [offerKey(entry)]);

/** Queues a mail about an entry to its email address, each only once. */
export async function mailAbout(
  ctx: Context,
  tx: Tx,
  kind: keyof typeof waitingMailTemplates,
  row: EntryRow,
  { settings, hours }: { settings: Settings; hours: number },
): Promise<void> {
  const { id, title, email, offered_until: offeredUntil, ended_as: endedAs } = row;
  const about = { title, hours, path: entryPath(id, row.entry_key), offeredUntil, isRenewed: row.renewed_at !== null, endedAs };
  const dedupeKey = kind === 'waiting_offer' ? offerKey(row) : `${kind.replace('_', ' ')} ${id}`;
  const template = waitingMailTemplates[kind];
  await queueExtraMail(ctx, tx, { kind, template, about, other: { name: '', address: email }, dedupeKey }, settings);
}
