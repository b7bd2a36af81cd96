import type { Settings } from '#core/contract/admin/settings.ts';
import { formatAmount, formatDollars } from '#core/contract/money.ts';
import { pieceShipping } from '#core/contract/selling/shipping.ts';
import { shippingBeside } from '#core/contract/selling/shipping-beside.ts';
import type { Act } from '#core/server/act.ts';
import { shownPictures } from '#core/server/catalogue/specimens/reading/specimens.service.ts';
import { readStock } from '#core/server/catalogue/specimens/stock/stock.service.ts';
import {
  mailStatusesByKey,
  queueFeatureMail,
  removeUnsentMails,
} from '#core/server/messages/mail/mail.service.ts';
import { entryPath } from '#features/waiting-list/contract/waiting-rules.ts';
import type { Tx } from '#platform/db/db.ts';
import { oneClickPath } from '#platform/http/one-click.ts';
import type { EntryRow } from './waiting-list.queries.ts';
import { waitingMailTemplates } from './waiting-mail-templates.ts';

type EntryOffer = Pick<EntryRow, 'id' | 'offers'>;

const offerKey = ({ id, offers }: EntryOffer) => `waiting offer ${id} ${offers}`;

/** The mail about its end comes again after each offer that passed. */
const endKey = ({ id, offers }: EntryOffer) =>
  offers === 0 ? `waiting ended ${id}` : `waiting ended ${id} ${offers}`;

/** Includes mails of earlier versions. */
export const mailKeysOf = ({ id, offers }: EntryOffer): string[] => [
  `waiting question ${id}`,
  `waiting ended ${id}`,
  ...Array.from({ length: offers }, (_, index) => ({ id, offers: index + 1 })).flatMap((entry) => [
    offerKey(entry),
    endKey(entry),
  ]),
];

const keyOf = {
  waiting_question: ({ id }) => `waiting question ${id}`,
  waiting_offer: offerKey,
  waiting_ended: endKey,
} satisfies Record<keyof typeof waitingMailTemplates, (entry: EntryOffer) => string>;

export async function toldEntries(tx: Tx, rows: EntryRow[]): Promise<Set<number>> {
  const statuses = await mailStatusesByKey(
    tx,
    rows.filter(({ offers }) => offers > 0).map(offerKey),
  );
  return new Set(rows.filter((row) => statuses.get(offerKey(row)) === 'sent').map(({ id }) => id));
}

/** Removes an offer's mail that has not gone: what it promises is over. */
export const takeBackOfferMail = (tx: Tx, entry: EntryOffer): Promise<void> =>
  removeUnsentMails(tx, [offerKey(entry)]);

/** Each mail is queued only once. */
export async function mailAbout(
  act: Act,
  kind: keyof typeof waitingMailTemplates,
  row: EntryRow,
): Promise<void> {
  const { tx } = act;
  const settings = await act.settings();
  const { id, title, email, offered_until: offeredUntil, ended_as: endedAs } = row;
  const specimenIds = row.specimen_id === null ? [] : [row.specimen_id];
  const [picture = null] = (await shownPictures(tx, specimenIds)).values();
  const about = {
    title,
    price:
      kind === 'waiting_offer' && row.specimen_id !== null
        ? await priceOf(tx, row.specimen_id, settings)
        : null,
    picture,
    hours: settings.orders.waitingHours,
    path: entryPath(id, row.entry_key),
    offeredUntil,
    isRenewed: row.renewed_at !== null,
    endedAs,
  };
  const dedupeKey = keyOf[kind](row);
  const template = waitingMailTemplates[kind];
  const addressed = { other: { name: '', address: email }, dedupeKey };
  // Before it is confirmed there is nothing to end, and after it has ended nothing more.
  const ending = kind === 'waiting_offer' && {
    unsubscribePath: oneClickPath('/api/waiting-list', { id, key: row.entry_key }),
  };
  await queueFeatureMail(act, { kind, template, about, ...addressed, ...ending });
}

async function priceOf(
  tx: Tx,
  specimenId: number,
  { shipping_rule: rule }: Settings,
): Promise<string | null> {
  const stock = (await readStock(tx, [specimenId])).get(specimenId);
  const cents = stock?.price_cents ?? null;
  const shipping = pieceShipping(rule, formatAmount(stock?.shipping_cents ?? 0)) ?? 0;
  return cents === null
    ? null
    : `${formatDollars(cents)}, ${shippingBeside(rule, cents, shipping).toLowerCase()}`;
}
