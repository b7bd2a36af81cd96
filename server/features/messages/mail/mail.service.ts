/** Writes mails into the outbox and reads what became of them; `sending.service.ts` sends them. */
import { randomUUID } from 'node:crypto';
import type { Settings } from '#contract/admin/settings.ts';
import type { TodayRow } from '#contract/admin/today.ts';
import {
  isMailToAdmin,
  type MailKind,
  type MailKindAbout,
  type MailStatus,
  mailKindTable,
  mailStatusTable,
} from '#contract/messages/mail-statuses.ts';
import type { Mail, OtherMails } from '#contract/messages/mails.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { addEvents } from '#server/features/admin/events/events.service.ts';
import { readSettings } from '#server/features/admin/settings/settings.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { Mailbox } from '#server/platform/mail/message.ts';
import type { MailedInquiry } from './inquiry-mail-templates.ts';
import { blocksOf, piecesOf, toText } from './mail-body.ts';
import { toHtml } from './mail-html.ts';
import type { MailPicture } from './mail-picture.ts';
import { hasMailServer } from './mail-server.service.ts';
import { type MailAbout, mailTemplates } from './mail-templates.ts';
import {
  countFailed,
  deleteKeyedMails,
  deleteMails,
  deleteOtherMails,
  deleteOtherMailsWith,
  deleteUnsentMails,
  deleteUnsentToBuyer,
  insertMail,
  type MailRow,
  replaceInTexts,
  requeueMail,
  selectDelayedSince,
  selectFailed,
  selectKeyedStatuses,
  selectLastToBuyer,
  selectMail,
  selectMails,
  selectOtherMails,
  selectOtherMailsWith,
} from './mails.queries.ts';
import type { MailedOrder, Released, ToldChange, ToldRefund } from './order-mail-parts.ts';
import { compressHtml, htmlOf } from './stored-html.ts';
import { originOf, type Shop, type Template } from './template.ts';

export type { MailedInquiry, MailedOrder, MailPicture, Released, ToldChange, ToldRefund };

/** A mail that belongs to no order is kept for so long. */
const STORED_MS = 90 * 24 * 60 * 60_000;
const MAX_SHOWN = 50;
/** Once its order is done with, a mail that did not go out waits for the admin so long at least: the admin may know another way to the buyer. */
const FAILED_FOR_MS = 14 * 24 * 60 * 60_000;

type Addressed = {
  /** The reader of a mail that is not the admin's; where it is, whom a reply goes to, and null for nobody. */
  other: Mailbox | null;
  /** The order it belongs to, and is deleted with. */
  orderId?: number;
  /** With it the mail is queued only once, as long as the first one is kept: such as `inquiry 12`. */
  dedupeKey?: string;
  /** Where mail programs end the mails of its kind with one click (RFC 8058), as a path of the site. */
  unsubscribePath?: string;
};

type NewMail<K extends MailKind> = Addressed & {
  kind: K;
  /** What the text is made from. */
  about: MailAbout<K>;
};

/** Queues a mail of the core; see `queueWritten`. */
export async function queueMail<K extends MailKind>(ctx: Context, tx: Tx, mail: NewMail<K>, settings: Shop['settings']): Promise<void> {
  const template: Template<MailAbout<K>> = mailTemplates[mail.kind];
  await queueWritten(ctx, tx, { ...mail, template, to: mailKindTable[mail.kind].to }, settings);
}

/** Queues a mail of an extra to a buyer; see `queueWritten`. */
export const queueExtraMail = <About>(
  ctx: Context,
  tx: Tx,
  mail: Addressed & { kind: string; template: Template<About>; about: About },
  settings: Shop['settings'],
): Promise<void> => queueWritten(ctx, tx, { ...mail, to: 'buyer' }, settings);

/**
 * Queues a mail in the transaction of the change it reports. Without a mail server the admin can only read it.
 * @param settings read before the transaction began.
 */
async function queueWritten<About>(
  ctx: Context,
  tx: Tx,
  mail: Addressed & { kind: string; to: 'admin' | 'buyer'; template: Template<About>; about: About },
  settings: Shop['settings'],
): Promise<void> {
  const now = instantOf(ctx.clock);
  const shop = { settings, origin: originOf(ctx) };
  const shopMailbox = { name: settings.general.siteTitle, address: settings.general.contactEmail };
  const other = mail.other ?? shopMailbox;
  const [to, replyTo] = mail.to === 'admin' ? [shopMailbox, other] : [other, shopMailbox];
  const { subject, blocks } = mail.template(mail.about, shop);
  const { orderId = null, dedupeKey = null, unsubscribePath } = mail;
  await insertMail(tx, {
    order_id: orderId,
    kind: mail.kind,
    from_name: oneLine(shopMailbox.name),
    from_address: shopMailbox.address,
    to_name: oneLine(to.name),
    to_address: to.address,
    reply_to: replyTo.address,
    subject: oneLine(subject),
    body_text: toText(blocks),
    body_html: compressHtml(toHtml(subject, blocks, shop)),
    pieces: JSON.stringify(piecesOf(blocks)),
    message_id: newMessageId(ctx, orderId, mail.kind),
    status: (await hasMailServer(ctx, tx)) ? 'waiting' : 'kept',
    queued_at: now,
    due_at: now,
    dedupe_key: dedupeKey,
    unsubscribe_url: unsubscribePath === undefined ? null : shop.origin + unsubscribePath,
  });
  // Every one of them makes room, so they cannot pile up.
  if (orderId === null) await deleteOtherMails(tx, new Date(Date.parse(now) - STORED_MS).toISOString());
}

/** Queues mails about an order; see `queueMail`. */
export async function queueOrderMails(
  ctx: Context,
  tx: Tx,
  kinds: MailKindAbout<'order' | 'hold'>[],
  order: MailedOrder,
  settings: Settings,
  dedupeKey?: string,
): Promise<void> {
  // After an erasure there is no buyer to write to.
  const isErased = order.customerEmail === '';
  const other = isErased ? null : { name: order.isEmailProved ? order.customerName : '', address: order.customerEmail };
  const wanted = kinds.filter((kind) => !isErased || mailKindTable[kind].to === 'admin');
  for (const kind of wanted)
    await queueMail(ctx, tx, { kind, about: order, other, orderId: order.id, ...(dedupeKey !== undefined && { dedupeKey }) }, settings);
}

/** Whether a mail of the kind is the last that the buyer of an order was written. */
export const wasLastToBuyer = async (db: Db | Tx, kind: MailKind, orderId: number): Promise<boolean> =>
  (await selectLastToBuyer(db, orderId)) === kind;

/** What a mail to the buyer about an order would say. */
export function draftOrderMail(
  ctx: Context,
  kind: MailKindAbout<'order'>,
  order: MailedOrder,
  settings: Settings,
): Pick<Mail, 'to' | 'subject' | 'text'> {
  const { subject, blocks } = mailTemplates[kind](order, { settings, origin: originOf(ctx) });
  return { to: order.customerEmail, subject: oneLine(subject), text: toText(blocks) };
}

/** Removes the mails about an order, sent or not: they are full of personal data. The log keeps to which side each was, and what became of it. */
export async function removeMails(tx: Tx, orderId: number): Promise<void> {
  const mails = (await selectMails(tx, orderId)).map(toMail);
  await addEvents(
    tx,
    mails.map(({ kind, status, attempts, sentAt, triedAt, queuedAt }) => {
      const data = { to: isMailToAdmin(kind) ? 'admin' : 'buyer', status, attempts };
      return { at: sentAt ?? triedAt ?? queuedAt, actor: 'system', kind: 'mail_removed', orderId, data };
    }),
  );
  await deleteMails(tx, orderId);
}

/** Removes those of them to the buyer that were not sent, and gives the others the link that works now, for when they are sent again. */
export async function endEarlierMails(tx: Tx, orderId: number, key: { before: string; now: string }): Promise<void> {
  await deleteUnsentToBuyer(tx, orderId);
  await replaceInTexts(tx, orderId, key);
}

/** Removes the mails with these dedupe keys, sent or not. */
export const removeKeyedMails = (tx: Tx, dedupeKeys: string[]): Promise<void> => deleteKeyedMails(tx, dedupeKeys);

/** Removes those of the mails with these dedupe keys that still wait to be sent. */
export const removeUnsentMails = (tx: Tx, dedupeKeys: string[]): Promise<void> => deleteUnsentMails(tx, dedupeKeys);

/** What became of the mails with these dedupe keys, by key; of some none may be kept. */
export async function mailStatusesByKey(db: Db | Tx, dedupeKeys: string[]): Promise<Map<string, MailStatus>> {
  return new Map((await selectKeyedStatuses(db, dedupeKeys)).map((mail) => [mail.dedupe_key ?? '', mail.status]));
}

/** The mails from and to somebody that belong to no order. */
export const otherMailsOf = async ({ db }: Pick<Context, 'db'>, email: string): Promise<Mail[]> =>
  (await selectOtherMailsWith(db, email)).map(toMail);

/** Removes them, sent or not. */
export const eraseOtherMailsOf = (tx: Tx, email: string): Promise<void> => deleteOtherMailsWith(tx, email);

/** The mails of an order, as the admin reads them. */
export async function mailsOf(db: Db, orderId: number): Promise<Mail[]> {
  return (await selectMails(db, orderId)).map(toMail);
}

/** The latest mails that belong to no order. */
export async function otherMails(ctx: Pick<Context, 'db' | 'config'>): Promise<OtherMails> {
  return { mails: (await selectOtherMails(ctx.db, MAX_SHOWN)).map(toMail), hasMailServer: await hasMailServer(ctx) };
}

/** How many mails did not go out and still matter, and the oldest of them, as Today shows them. */
export async function failedMails(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  limit: number,
): Promise<{ count: number; rows: TodayRow[] }> {
  const after = new Date(clock.now().getTime() - FAILED_FOR_MS).toISOString();
  const rows = (await selectFailed(db, after, limit)).map(({ id, order_id, subject, to_address, status, queued_at }) => ({
    id,
    orderId: order_id,
    specimenId: null,
    title: subject,
    amount: null,
    at: queued_at,
    detail: `${mailStatusTable[status].label}: ${to_address}`,
  }));
  return { count: await countFailed(db, after), rows };
}

/** Mails that could not be sent for so long are no hiccup of the mail server's. */
const DELAYED_MS = 60 * 60_000;

/** Since when the oldest of the mails that the mail server has turned away for an hour waits; null: there is none. */
export const mailsDelayedSince = ({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<string | null> =>
  selectDelayedSince(db, new Date(clock.now().getTime() - DELAYED_MS).toISOString());

/**
 * Queues a mail at once, also one that was never due, has failed or has been sent: the admin has decided.
 * @throws Problem not_found; state_conflict without a mail server, or while it is being sent.
 */
export async function sendByHand(ctx: Context, id: number): Promise<Mail> {
  const mail = await selectMail(ctx.db, id);
  if (!mail) throw new Problem('not_found', 'Email not found');
  if (!(await hasMailServer(ctx))) throw new Problem('state_conflict', 'No mail server is set up. Enter one in Settings, under Email.');
  const html = mail.status === 'sent' ? compressHtml(await htmlAgain(ctx, mail)) : null;
  const queued = await inTransaction(ctx.db, async (tx) => {
    const now = instantOf(ctx.clock);
    // Programs that read mail show one with a known id only once.
    const again = html === null ? {} : { message_id: newMessageId(ctx, mail.order_id, mail.kind), body_html: html };
    const row = await requeueMail(tx, mail, again, now);
    if (row && mail.status === 'sent' && mail.order_id !== null)
      await addEvents(tx, [{ at: now, actor: 'owner', kind: 'mail_sent_again', orderId: mail.order_id, data: { subject: mail.subject } }]);
    return row;
  });
  if (!queued) throw new Problem('state_conflict', 'This email is being sent right now.');
  return toMail(queued);
}

const toMail = (row: MailRow): Mail => ({
  id: row.id,
  kind: row.kind,
  to: row.to_address,
  subject: row.subject,
  text: row.body_text,
  status: row.status,
  attempts: row.attempts,
  queuedAt: row.queued_at,
  dueAt: row.due_at,
  triedAt: row.claimed_at,
  sentAt: row.sent_at,
  lastError: row.last_error,
});

const newMessageId = (ctx: Context, orderId: number | null, kind: string) =>
  `<${orderId === null ? kind : `order-${orderId}`}.${randomUUID()}@${new URL(originOf(ctx)).hostname}>`;

/** The HTML of a mail whose own is no longer stored. */
async function htmlAgain(ctx: Context, { subject, body_text, pieces }: MailRow): Promise<string> {
  const shop = { settings: await readSettings(ctx), origin: originOf(ctx) };
  return toHtml(subject, blocksOf(body_text, shop.origin, JSON.parse(pieces ?? '[]')), shop);
}

/** How a mail looks in a mail program, as a page: as it is sent or, once it was, as it would be sent again. @throws Problem not_found. */
export async function mailAsPage(ctx: Context, id: number): Promise<string> {
  const mail = await selectMail(ctx.db, id);
  if (!mail) throw new Problem('not_found', 'Email not found');
  const html = htmlOf(mail.body_html) || (await htmlAgain(ctx, mail));
  // It is shown in a frame, in which no page of the shop opens.
  return html.replace('<head>', '<head><base target="_blank">');
}

/** Names and titles may span several lines; a header has one. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
