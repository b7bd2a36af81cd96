/** Writes mails into the outbox and reads what became of them; `sending.service.ts` sends them. */
import { randomUUID } from 'node:crypto';
import type { MailKind } from '#contract/mail-statuses.ts';
import type { OrderMail } from '#contract/mails.ts';
import { Problem } from '#contract/problems.ts';
import type { Settings } from '#contract/settings.ts';
import type { Context } from '#server/context.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { toHtml, toText } from './mail-body.ts';
import { type MailedOrder, mailTemplates } from './mail-templates.ts';
import { deleteMails, insertMails, type MailRow, requeueMail, selectMail, selectMails } from './mails.queries.ts';

export type { MailedOrder };

/**
 * Queues mails about an order, in the transaction of the change they report. Without a mail server the admin can only read them.
 * @param settings read before the transaction began.
 */
export async function queueMails(ctx: Context, tx: Tx, kinds: MailKind[], order: MailedOrder, settings: Settings): Promise<void> {
  // After an erasure there is nobody to write to.
  const wanted = order.customerEmail === '' ? [] : kinds;
  if (wanted.length === 0) return;
  const now = instantOf(ctx.clock);
  const shop = { settings, origin: originOf(ctx) };
  const shopMailbox = { name: oneLine(settings.general.siteTitle), address: settings.general.contactEmail };
  const buyerMailbox = { name: order.isEmailProved ? oneLine(order.customerName) : '', address: order.customerEmail };
  const rows = wanted.map((kind) => {
    const [to, replyTo] = kind === 'new_order' ? [shopMailbox, buyerMailbox] : [buyerMailbox, shopMailbox];
    const { subject, blocks } = mailTemplates[kind](order, shop);
    return {
      order_id: order.id,
      kind,
      from_name: shopMailbox.name,
      from_address: shopMailbox.address,
      to_name: to.name,
      to_address: to.address,
      reply_to: replyTo.address,
      subject: oneLine(subject),
      body_text: toText(blocks),
      body_html: toHtml(blocks),
      message_id: `<order-${order.id}.${randomUUID()}@${new URL(shop.origin).hostname}>`,
      status: ctx.config.smtpUrl === null ? ('kept' as const) : ('waiting' as const),
      queued_at: now,
      due_at: now,
    };
  });
  await insertMails(tx, rows);
}

/** Removes the mails about an order, sent or not: they are full of personal data. */
export const removeMails = (tx: Tx, orderId: number): Promise<void> => deleteMails(tx, orderId);

/** The mails of an order, as the admin reads them. */
export async function mailsOf(db: Db, orderId: number): Promise<OrderMail[]> {
  return (await selectMails(db, orderId)).map(toMail);
}

/**
 * Queues a mail at once although it was never due, has failed or may have been sent: the admin has decided.
 * @throws Problem not_found; state_conflict without a mail server, while it is being sent, or after that.
 */
export async function sendByHand(ctx: Context, id: number): Promise<OrderMail> {
  const mail = await selectMail(ctx.db, id);
  if (!mail) throw new Problem('not_found', 'Mail not found');
  if (ctx.config.smtpUrl === null) throw new Problem('state_conflict', 'There is no mail server: set SMTP_URL first.');
  const queued = await requeueMail(ctx.db, id, instantOf(ctx.clock));
  if (!queued) throw new Problem('state_conflict', 'This mail has been sent, or is being sent just now.');
  return toMail(queued);
}

const toMail = (row: MailRow): OrderMail => ({
  id: row.id,
  kind: row.kind,
  to: row.to_address,
  subject: row.subject,
  text: row.body_text,
  status: row.status,
  attempts: row.attempts,
  queuedAt: row.queued_at,
  dueAt: row.due_at,
  sentAt: row.sent_at,
  lastError: row.last_error,
});

const originOf = ({ config: { publicUrl, port } }: Context) => publicUrl ?? `http://localhost:${port}`;

/** Names and titles may span several lines; a header has one. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
