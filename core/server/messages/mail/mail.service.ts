/** `sending.service.ts` sends what this writes. */

import { randomUUID } from 'node:crypto';
import type { Settings } from '#core/contract/admin/settings.ts';
import type { TodayRow } from '#core/contract/admin/today-rows.ts';
import { DAY_MS, HOUR_MS } from '#core/contract/durations.ts';
import {
  isMailToAdmin,
  type MailKind,
  type MailKindAbout,
  type MailStatus,
  mailKindTable,
  mailStatusTable,
} from '#core/contract/messages/mail-statuses.ts';
import type { Mail, OtherMails } from '#core/contract/messages/mails.ts';
import { Problem } from '#core/contract/problems.ts';
import type { Act } from '#core/server/act.ts';
import { readSettings } from '#core/server/admin/settings/settings.service.ts';
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import { pluggedInto } from '#core/server/plugged-in.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import type { Mailbox } from '#platform/mail/message.ts';
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

export type { MailedOrder, MailPicture, Released, ToldChange, ToldRefund };

/** For mails that belong to no order. */
const STORED_MS = 90 * DAY_MS;
const MAX_SHOWN = 50;
/** The admin may know another way to the buyer. */
const FAILED_FOR_MS = 14 * DAY_MS;

type Addressed = {
  /** The reader who is not the admin; in a mail to the admin, whom a reply goes to, or null. */
  other: Mailbox | null;
  /** The mail is deleted with its order. */
  orderId?: number;
  /** Queued only once while the first is kept: such as `inquiry 12`. */
  dedupeKey?: string;
  /** Ends such mails with one click (RFC 8058): a path. */
  unsubscribePath?: string;
};

type NewMail<K extends MailKind> = Addressed & {
  kind: K;
  about: MailAbout<K>;
};

/** See `queueWritten`. @param settings by default those of the act. */
export async function queueMail<K extends MailKind>(
  act: Act,
  mail: NewMail<K>,
  settings?: Shop['settings'],
): Promise<void> {
  const template: Template<MailAbout<K>> = mailTemplates[mail.kind];
  await queueWritten(act, { ...mail, template, to: mailKindTable[mail.kind].to }, settings);
}

/** See `queueWritten`. */
export const queueFeatureMail = <About>(
  act: Act,
  mail: Addressed & { kind: string; template: Template<About>; about: About },
): Promise<void> =>
  queueWritten(act, { ...mail, to: isMailToAdmin(mail.kind) ? 'admin' : 'buyer' });

/** Without a mail server, the admin can only read it. */
async function queueWritten<About>(
  act: Act,
  mail: Addressed & {
    kind: string;
    to: 'admin' | 'buyer';
    template: Template<About>;
    about: About;
  },
  given?: Shop['settings'],
): Promise<void> {
  const { tx, now } = act;
  const settings = given ?? (await act.settings());
  const shop = { settings, origin: originOf(act) };
  const shopMailbox = { name: settings.general.siteTitle, address: settings.general.contactEmail };
  const other = mail.other ?? shopMailbox;
  const [to, replyTo] = mail.to === 'admin' ? [shopMailbox, other] : [other, shopMailbox];
  const { subject, blocks } = mail.template(mail.about, shop);
  const { orderId = null, dedupeKey = null, unsubscribePath } = mail;
  let holdMs = 0;
  for (const hold of await Promise.all(pluggedInto('mailHold').map((load) => load())))
    holdMs += await hold(act, mail.kind);
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
    message_id: newMessageId(act, orderId, mail.kind),
    status: (await hasMailServer(act)) ? 'waiting' : 'kept',
    queued_at: now,
    due_at: new Date(Date.parse(now) + holdMs).toISOString(),
    dedupe_key: dedupeKey,
    unsubscribe_url: unsubscribePath === undefined ? null : shop.origin + unsubscribePath,
  });
  // Each new mail makes room, so they cannot pile up.
  if (orderId === null)
    await deleteOtherMails(tx, new Date(Date.parse(now) - STORED_MS).toISOString());
}

export async function queueOrderMails(
  act: Act,
  kinds: MailKindAbout<'order' | 'hold'>[],
  order: MailedOrder,
  dedupeKey?: string,
): Promise<void> {
  // After an erasure there is no buyer to write to.
  const isErased = order.customerEmail === '';
  const other = isErased
    ? null
    : { name: order.isEmailProved ? order.customerName : '', address: order.customerEmail };
  const wanted = kinds.filter((kind) => !isErased || mailKindTable[kind].to === 'admin');
  for (const kind of wanted)
    await queueMail(act, {
      kind,
      about: order,
      other,
      orderId: order.id,
      ...(dedupeKey !== undefined && { dedupeKey }),
    });
}

export const wasLastToBuyer = async (
  db: Db | Tx,
  kind: MailKind,
  orderId: number,
): Promise<boolean> => (await selectLastToBuyer(db, orderId)) === kind;

export function draftOrderMail(
  ctx: Context,
  kind: MailKindAbout<'order'>,
  order: MailedOrder,
  settings: Settings,
): Pick<Mail, 'to' | 'subject' | 'text'> {
  const { subject, blocks } = mailTemplates[kind](order, { settings, origin: originOf(ctx) });
  return { to: order.customerEmail, subject: oneLine(subject), text: toText(blocks) };
}

/** Mails are full of personal data; the log keeps each one's side and outcome. */
export async function removeMails(act: Act, orderId: number): Promise<void> {
  const mails = (await selectMails(act.tx, orderId)).map(toMail);
  await act.record(
    mails.map(({ kind, status, attempts, sentAt, triedAt, queuedAt }) => {
      const data = { to: isMailToAdmin(kind) ? 'admin' : 'buyer', status, attempts };
      return { kind: 'mail_removed', at: sentAt ?? triedAt ?? queuedAt, orderId, data };
    }),
    'system',
  );
  await deleteMails(act.tx, orderId);
}

/** Removes unsent mails to the former address, and puts the link that works now into sent ones. */
export async function endEarlierMails(
  tx: Tx,
  { id, customer_email: email }: { id: number; customer_email: string },
  key: { before: string; now: string },
): Promise<void> {
  await deleteUnsentToBuyer(tx, id, email);
  await replaceInTexts(tx, id, key);
}

/** Removes sent ones too. */
export const removeKeyedMails = (tx: Tx, dedupeKeys: string[]): Promise<void> =>
  deleteKeyedMails(tx, dedupeKeys);

export const removeUnsentMails = (tx: Tx, dedupeKeys: string[]): Promise<void> =>
  deleteUnsentMails(tx, dedupeKeys);

/** Leaves out mails no longer kept. */
export async function mailStatusesByKey(
  db: Db | Tx,
  dedupeKeys: string[],
): Promise<Map<string, MailStatus>> {
  return new Map(
    (await selectKeyedStatuses(db, dedupeKeys)).map((mail) => [mail.dedupe_key ?? '', mail.status]),
  );
}

export const otherMailsOf = async ({ db }: Pick<Context, 'db'>, email: string): Promise<Mail[]> =>
  (await selectOtherMailsWith(db, email)).map(toMail);

/** Removes sent ones too. */
export const eraseOtherMailsOf = ({ tx }: Act, email: string): Promise<void> =>
  deleteOtherMailsWith(tx, email);

export async function mailsOf(db: Db, orderId: number): Promise<Mail[]> {
  return (await selectMails(db, orderId)).map(toMail);
}

export async function otherMails(ctx: Pick<Context, 'db' | 'config'>): Promise<OtherMails> {
  return {
    mails: (await selectOtherMails(ctx.db, MAX_SHOWN)).map(toMail),
    hasMailServer: await hasMailServer(ctx),
  };
}

/** Counts those that still matter, with the oldest. */
export async function failedMails(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  limit: number,
): Promise<{ count: number; rows: TodayRow[] }> {
  const after = new Date(clock.now().getTime() - FAILED_FOR_MS).toISOString();
  const rows = (await selectFailed(db, after, limit)).map(
    ({ id, order_id, subject, to_address, status, queued_at }) => ({
      id,
      orderId: order_id,
      specimenId: null,
      title: subject,
      amount: null,
      at: queued_at,
      detail: `${mailStatusTable[status].label}: ${to_address}`,
    }),
  );
  return { count: await countFailed(db, after), rows };
}

/** A shorter delay may be the mail server's hiccup. */
const DELAYED_MS = HOUR_MS;

/** Returns null where none has been turned away for an hour. */
export const mailsDelayedSince = ({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<string | null> =>
  selectDelayedSince(db, new Date(clock.now().getTime() - DELAYED_MS).toISOString());

/**
 * Queues even a sent mail. @throws Problem not_found; state_conflict without a mail server, or
 * while it is being sent.
 */
export async function sendByHand(ctx: Context, id: number): Promise<Mail> {
  const mail = await selectMail(ctx.db, id);
  if (!mail) throw new Problem('not_found', 'Email not found');
  if (!(await hasMailServer(ctx)))
    throw new Problem(
      'state_conflict',
      'No mail server is set up. Enter one in Settings, under Email.',
    );
  const html = mail.status === 'sent' ? compressHtml(await htmlAgain(ctx, mail)) : null;
  const queued = await perform(ctx, 'owner', async (act) => {
    // Mail programs show a mail with a known id only once.
    const again =
      html === null
        ? {}
        : { message_id: newMessageId(act, mail.order_id, mail.kind), body_html: html };
    const row = await requeueMail(act.tx, mail, again, act.now);
    if (row && mail.status === 'sent' && mail.order_id !== null)
      await act.record({
        kind: 'mail_sent_again',
        orderId: mail.order_id,
        data: { subject: mail.subject },
      });
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

const newMessageId = (ctx: Pick<Context, 'config'>, orderId: number | null, kind: string) =>
  `<${orderId === null ? kind : `order-${orderId}`}.${randomUUID()}@${new URL(originOf(ctx)).hostname}>`;

async function htmlAgain(ctx: Context, { subject, body_text, pieces }: MailRow): Promise<string> {
  const shop = { settings: await readSettings(ctx), origin: originOf(ctx) };
  return toHtml(subject, blocksOf(body_text, shop.origin, JSON.parse(pieces ?? '[]')), shop);
}

/** Shows a sent mail as it would be sent again. @throws Problem not_found. */
export async function mailAsPage(ctx: Context, id: number): Promise<string> {
  const mail = await selectMail(ctx.db, id);
  if (!mail) throw new Problem('not_found', 'Email not found');
  const html = htmlOf(mail.body_html) || (await htmlAgain(ctx, mail));
  // It is shown in a frame, in which no page of the shop opens.
  return html.replace('<head>', '<head><base target="_blank">');
}

/** Names and titles may span several lines; a header has one. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
