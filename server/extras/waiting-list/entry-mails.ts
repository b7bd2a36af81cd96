/** The mails about entries in waiting lists, each by a dedupe key of its own. */
import type { Settings } from '#contract/admin/settings.ts';
import { entryPath } from '#contract/extras/waiting-list/waiting-rules.ts';
import { formatAmount, formatDollars } from '#contract/money.ts';
import { pieceShipping } from '#contract/selling/shipping.ts';
import { shippingBeside } from '#contract/selling/shipping-beside.ts';
import type { Context } from '#server/context.ts';
import { shownPictures } from '#server/features/catalogue/specimens/reading/specimens.service.ts';
import { readStock } from '#server/features/catalogue/specimens/stock/stock.service.ts';
import { mailStatusesByKey, queueExtraMail, removeUnsentMails } from '#server/features/messages/mail/mail.service.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { oneClickPath } from '#server/platform/http/one-click.ts';
import type { EntryRow } from './waiting-list.queries.ts';
import { waitingMailTemplates } from './waiting-mail-templates.ts';

type EntryOffer = Pick<EntryRow, 'id' | 'offers'>;

/** The dedupe key of the mail about an entry's latest offer. */
const offerKey = ({ id, offers }: EntryOffer) => `waiting offer ${id} ${offers}`;

/** That of the mail about its end, which comes again after each offer that passed. */
const endKey = ({ id, offers }: EntryOffer) => (offers === 0 ? `waiting ended ${id}` : `waiting ended ${id} ${offers}`);

/** The dedupe keys of all mails about an entry, those of earlier versions too. */
export const mailKeysOf = ({ id, offers }: EntryOffer): string[] => [
  `waiting question ${id}`,
  `waiting ended ${id}`,
  ...Array.from({ length: offers }, (_, index) => ({ id, offers: index + 1 })).flatMap((entry) => [offerKey(entry), endKey(entry)]),
];

/** The dedupe key of each kind of mail. */
const keyOf = {
  waiting_question: ({ id }) => `waiting question ${id}`,
  waiting_offer: offerKey,
  waiting_ended: endKey,
} satisfies Record<keyof typeof waitingMailTemplates, (entry: EntryOffer) => string>;

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
  const specimenIds = row.specimen_id === null ? [] : [row.specimen_id];
  const [picture = null] = (await shownPictures(tx, specimenIds)).values();
  const about = {
    title,
    price: kind === 'waiting_offer' && row.specimen_id !== null ? await priceOf(tx, row.specimen_id, settings) : null,
    picture,
    hours,
    path: entryPath(id, row.entry_key),
    offeredUntil,
    isRenewed: row.renewed_at !== null,
    endedAs,
  };
  const dedupeKey = keyOf[kind](row);
  const template = waitingMailTemplates[kind];
  const addressed = { other: { name: '', address: email }, dedupeKey };
  // Before it is confirmed there is nothing to end, and after it has ended nothing more.
  const ending = kind === 'waiting_offer' && { unsubscribePath: oneClickPath('/api/waiting-list', { id, key: row.entry_key }) };
  await queueExtraMail(ctx, tx, { kind, template, about, ...addressed, ...ending }, settings);
}

/** What an offered piece costs. */
async function priceOf(tx: Tx, specimenId: number, { shipping_rule: rule }: Settings): Promise<string | null> {
  const stock = (await readStock(tx, [specimenId])).get(specimenId);
  const cents = stock?.price_cents ?? null;
  const shipping = pieceShipping(rule, formatAmount(stock?.shipping_cents ?? 0)) ?? 0;
  return cents === null ? null : `${formatDollars(cents)}, ${shippingBeside(rule, cents, shipping).toLowerCase()}`;
}
