/** Questions about specimens and orders: they go to the admin alone, who answers. Nothing that an asker typed is mailed to anybody else before. */

import { GONE_NOTICE } from '#contract/catalogue/gone.ts';
import type { OrderInquiry, ReceivedInquiry, SpecimenInquiry } from '#contract/messages/inquiries.ts';
import type { InquiryStatus } from '#contract/messages/inquiry-rules.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { readSettings } from '#server/features/admin/settings/settings.service.ts';
import { getSpecimen, shownPictures } from '#server/features/catalogue/specimens/reading/specimens.service.ts';
import { checkForm } from '#server/features/messages/forms/forms.service.ts';
import { type MailedInquiry, queueMail, removeKeyedMails } from '#server/features/messages/mail/mail.service.ts';
import { hasMailServer } from '#server/features/messages/mail/mail-server.service.ts';
import { refuseBlocked } from '#server/features/selling/buyers/buyers.service.ts';
import { lockUnerased, type Reader, readableRow } from '#server/features/selling/orders/orders.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { overwriteDeleted } from '#server/platform/db/deleted-data.ts';
import { failureOf } from '#server/platform/db/failures.ts';
import { lockNames } from '#server/platform/db/locks.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { refuseStale } from '#server/platform/http/if-match.ts';
import {
  clearIpAddresses,
  deleteInquiryRow,
  type InquiryRow,
  insertInquiry,
  insertMessage,
  selectInquiriesFrom,
  selectInquiry,
  selectMessages,
  updateStatus,
} from './inquiries.queries.ts';
import { checkLimits } from './inquiry-limits.ts';

type NewInquiry = Pick<InquiryRow, 'subject' | 'title' | 'specimen_id' | 'order_id' | 'name' | 'email' | 'ip_address'>;

/** @throws Problem not_found, for a hidden specimen too; what `checkForm` throws; too_many_requests. */
export async function askAboutSpecimen(ctx: Context, id: number, input: SpecimenInquiry, ipAddress: string): Promise<ReceivedInquiry> {
  await checkForm(ctx, input);
  const { title } = await getSpecimen(ctx, id, { hidden: false });
  const { name, email } = input;
  const inquiry = { subject: `specimen ${id}`, title, specimen_id: id, order_id: null, name, email, ip_address: ipAddress };
  return receive(ctx, inquiry, input.question);
}

/**
 * Asks in the name of the order's buyer.
 * @throws Problem not_found for an order that is not the reader's; state_conflict where its buyer's data are erased; else as above.
 */
export async function askAboutOrder(
  ctx: Context,
  id: number,
  reader: Reader,
  input: OrderInquiry,
  ipAddress: string,
): Promise<ReceivedInquiry> {
  const order = await readableRow(ctx, id, reader);
  await checkForm(ctx, input);
  const { customer_name: name, customer_email: email } = order;
  const inquiry = { subject: `order ${id}`, title: `Order #${id}`, specimen_id: null, order_id: id, name, email, ip_address: ipAddress };
  // Erased meanwhile, the name must not come back.
  return receive(ctx, inquiry, input.question, async (tx) => {
    await lockUnerased(tx, id);
  });
}

/** @param check throws where what the inquiry is about has changed since it was read. @throws Problem not_found where it is gone. */
async function receive(
  ctx: Context,
  inquiry: NewInquiry,
  question: string,
  check = async (_tx: Tx): Promise<void> => {},
): Promise<ReceivedInquiry> {
  const settings = await readSettings(ctx);
  const isMailed = await hasMailServer(ctx);
  const write = async (tx: Tx) => {
    await check(tx);
    if (ctx.config.rateLimits) {
      const source = { ipAddress: inquiry.ip_address, subject: inquiry.subject };
      await checkLimits(ctx, tx, source, settings.general.contactEmail);
    }
    // Last: a question that would not be taken anyway must not tell what the shop knows of an email address.
    await refuseBlocked(tx, inquiry.email, 'question', settings.general.contactEmail);
    const now = instantOf(ctx.clock);
    const id = await insertInquiry(tx, { ...inquiry, status: 'open', created_at: now });
    await insertMessage(tx, { inquiry_id: id, author: 'asker', text: question, created_at: now });
    // Without a mail server the inbox says the same.
    if (!isMailed) return;
    const about = await toMailed(tx, { ...inquiry, id, created_at: now }, question, '');
    await queueMail(ctx, tx, { kind: 'inquiry', about, ...recipient(inquiry), dedupeKey: noticeKey(id) }, settings);
  };
  try {
    await inTransaction(ctx.db, write);
  } catch (error) {
    // Deleted between its reading and now.
    throw failureOf(error) === 'foreign_key' ? new Problem('not_found', GONE_NOTICE) : error;
  }
  return { isMailed };
}

/**
 * Sends the admin's answer to the asker; the inquiry is done with it.
 * @param ifMatch the id of the last message that the admin has read; any where there is none.
 * @throws Problem not_found; changed_meanwhile; state_conflict without a mail server.
 */
export async function answerInquiry(ctx: Context, id: number, answer: string, ifMatch?: string): Promise<void> {
  if (!(await hasMailServer(ctx))) throw new Problem('state_conflict', 'No mail server is set up. Please answer from your own email app.');
  const settings = await readSettings(ctx);
  await inTransaction(ctx.db, async (tx) => {
    await lockNames(tx, ctx.dialect, [`inquiry ${id}`]);
    const inquiry = await selectInquiry(tx, id);
    const messages = await selectMessages(tx, [id]);
    const [question] = messages;
    if (!inquiry || !question) throw notFound();
    refuseStale(ifMatch, String(messages.at(-1)?.id));
    const messageId = await insertMessage(tx, { inquiry_id: id, author: 'admin', text: answer, created_at: instantOf(ctx.clock) });
    const about = await toMailed(tx, inquiry, question.text, answer);
    await updateStatus(tx, id, 'done');
    await queueMail(ctx, tx, { kind: 'inquiry_answer', about, ...recipient(inquiry), dedupeKey: answerKey(messageId) }, settings);
  });
}

/** @throws Problem not_found. */
export async function setInquiryStatus(ctx: Context, id: number, status: InquiryStatus): Promise<void> {
  if (!(await updateStatus(ctx.db, id, status))) throw notFound();
}

/** Deletes an inquiry with its mails, which hold the same personal data. @throws Problem not_found. */
export async function deleteInquiry(ctx: Context, id: number): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    if (!(await selectInquiry(tx, id))) throw notFound();
    await removeInquiry(tx, id);
  });
  await overwriteDeleted(ctx);
}

async function removeInquiry(tx: Tx, id: number): Promise<void> {
  const messages = await selectMessages(tx, [id]);
  await removeKeyedMails(tx, [noticeKey(id), ...messages.map((message) => answerKey(message.id))]);
  await deleteInquiryRow(tx, id);
}

/** What somebody has asked, with the answers. */
export async function inquiriesOf({ db }: Context, email: string): Promise<object[]> {
  const inquiries = await selectInquiriesFrom(db, email);
  const messages = await selectMessages(
    db,
    inquiries.map(({ id }) => id),
  );
  const messagesOf = Map.groupBy(messages, (message) => message.inquiry_id);
  return inquiries.map(({ id, title, name, email, status, created_at }) => ({
    id,
    title,
    name,
    email,
    status,
    createdAt: created_at,
    messages: (messagesOf.get(id) ?? []).map(({ author, text, created_at }) => ({ author, text, createdAt: created_at })),
  }));
}

/** Removes what somebody has asked, with the answers and all mails of both. */
export async function eraseInquiriesOf(tx: Tx, email: string): Promise<void> {
  for (const { id } of await selectInquiriesFrom(tx, email)) await removeInquiry(tx, id);
}

/** Clears the IP addresses of inquiries made at or before the instant: limits count the last hour. */
export const clearInquirySources = ({ db }: Context, until: string): Promise<void> => clearIpAddresses(db, until);

const noticeKey = (inquiryId: number) => `inquiry ${inquiryId}`;
/** The dedupe key of an answer's mail. */
export const answerKey = (messageId: number): string => `inquiry answer ${messageId}`;

const recipient = ({ name, email, order_id }: Pick<InquiryRow, 'name' | 'email' | 'order_id'>) => ({
  other: { name, address: email },
  ...(order_id !== null && { orderId: order_id }),
});

async function toMailed(
  tx: Tx,
  { id, title, specimen_id, order_id, name, email, created_at }: Pick<InquiryRow, keyof NewInquiry | 'id' | 'created_at'>,
  question: string,
  answer: string,
): Promise<MailedInquiry> {
  const picture = specimen_id === null ? null : ((await shownPictures(tx, [specimen_id])).get(specimen_id) ?? null);
  const path = order_id !== null ? `/orders?order=${order_id}` : specimen_id === null ? '/' : `/specimen/${specimen_id}`;
  return { id, title, path, picture, name, email, question, askedAt: created_at, answer };
}

const notFound = () => new Problem('not_found', 'Question not found');
