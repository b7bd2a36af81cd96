/**
 * Questions go to the admin alone, who answers. Nothing that an asker typed is mailed to anybody
 * else before.
 */

import { GONE_NOTICE } from '#core/contract/catalogue/gone.ts';
import { Problem } from '#core/contract/problems.ts';
import type { Act } from '#core/server/act.ts';
import {
  getSpecimen,
  shownPictures,
} from '#core/server/catalogue/specimens/reading/specimens.service.ts';
import type { Context } from '#core/server/context.ts';
import { checkForm } from '#core/server/messages/forms/forms.service.ts';
import { queueFeatureMail, removeKeyedMails } from '#core/server/messages/mail/mail.service.ts';
import { hasMailServer } from '#core/server/messages/mail/mail-server.service.ts';
import { perform } from '#core/server/perform.ts';
import { refuseBlocked } from '#core/server/selling/buyers/buyers.service.ts';
import {
  lockUnerased,
  type Reader,
  readableRow,
} from '#core/server/selling/orders/orders.service.ts';
import type {
  OrderInquiry,
  ReceivedInquiry,
  SpecimenInquiry,
} from '#features/questions/contract/inquiries.ts';
import type { InquiryStatus } from '#features/questions/contract/inquiry-rules.ts';
import type { Tx } from '#platform/db/db.ts';
import { overwriteDeleted } from '#platform/db/deleted-data.ts';
import { failureOf } from '#platform/db/failures.ts';
import { lockNames } from '#platform/db/locks.ts';
import { refuseStale } from '#platform/http/if-match.ts';
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
import { inquiryMailTemplates, type MailedInquiry } from './inquiry-mail-templates.ts';

type NewInquiry = Pick<
  InquiryRow,
  'subject' | 'title' | 'specimen_id' | 'order_id' | 'name' | 'email' | 'ip_address'
>;

/**
 * @throws Problem not_found, for a hidden specimen too; what `checkForm` throws; too_many_requests.
 */
export async function askAboutSpecimen(
  ctx: Context,
  id: number,
  input: SpecimenInquiry,
  ipAddress: string,
): Promise<ReceivedInquiry> {
  await checkForm(ctx, input);
  const { title } = await getSpecimen(ctx, id, { hidden: false });
  const { name, email } = input;
  const inquiry = {
    subject: `specimen ${id}`,
    title,
    specimen_id: id,
    order_id: null,
    name,
    email,
    ip_address: ipAddress,
  };
  return receive(ctx, inquiry, input.question);
}

/**
 * Asks in the buyer's name.
 * @throws Problem not_found for an order that is not the reader's; state_conflict where its buyer's
 * data are erased; else as above.
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
  const inquiry = {
    subject: `order ${id}`,
    title: `Order #${id}`,
    specimen_id: null,
    order_id: id,
    name,
    email,
    ip_address: ipAddress,
  };
  // Erased meanwhile, the name must not come back.
  return receive(ctx, inquiry, input.question, async ({ tx }) => {
    await lockUnerased(tx, id);
  });
}

/**
 * @param check throws where what the inquiry is about has changed since it was read.
 * @throws Problem not_found where it is gone.
 */
async function receive(
  ctx: Context,
  inquiry: NewInquiry,
  question: string,
  check = async (_act: Act): Promise<void> => {},
): Promise<ReceivedInquiry> {
  const write = async (act: Act) => {
    const { tx, now } = act;
    const { contactEmail } = (await act.settings()).general;
    await check(act);
    if (act.config.rateLimits) {
      const source = { ipAddress: inquiry.ip_address, subject: inquiry.subject };
      await checkLimits(act, source, contactEmail);
    }
    // Last: a question that would not be taken anyway must not tell what the shop knows of an email
    // address.
    await refuseBlocked(tx, inquiry.email, 'question', contactEmail);
    const id = await insertInquiry(tx, { ...inquiry, status: 'open', created_at: now });
    await insertMessage(tx, { inquiry_id: id, author: 'asker', text: question, created_at: now });
    // Without a mail server the inbox says the same.
    if (!(await hasMailServer(act))) return { isMailed: false };
    const about = await toMailed(tx, { ...inquiry, id, created_at: now }, question, '');
    const dedupeKey = noticeKey(id);
    const template = inquiryMailTemplates.inquiry;
    await queueFeatureMail(act, {
      kind: 'inquiry',
      template,
      about,
      ...recipient(inquiry),
      dedupeKey,
    });
    return { isMailed: true };
  };
  try {
    return await perform(ctx, 'buyer', write);
  } catch (error) {
    // Deleted between its reading and now.
    throw failureOf(error) === 'foreign_key' ? new Problem('not_found', GONE_NOTICE) : error;
  }
}

/**
 * The inquiry is done with the answer.
 * @param ifMatch the id of the last message that the admin has read; any where there is none.
 * @throws Problem not_found; changed_meanwhile; state_conflict without a mail server.
 */
export async function answerInquiry(
  ctx: Context,
  id: number,
  answer: string,
  ifMatch?: string,
): Promise<void> {
  if (!(await hasMailServer(ctx)))
    throw new Problem(
      'state_conflict',
      'No mail server is set up. Please answer from your own email app.',
    );
  await perform(ctx, 'owner', async (act) => {
    const { tx, now } = act;
    await lockNames(tx, act.dialect, [`inquiry ${id}`]);
    const inquiry = await selectInquiry(tx, id);
    const messages = await selectMessages(tx, [id]);
    const [question] = messages;
    if (!inquiry || !question) throw notFound();
    refuseStale(ifMatch, String(messages.at(-1)?.id));
    const messageId = await insertMessage(tx, {
      inquiry_id: id,
      author: 'admin',
      text: answer,
      created_at: now,
    });
    const about = await toMailed(tx, inquiry, question.text, answer);
    await updateStatus(tx, id, 'done');
    const dedupeKey = answerKey(messageId);
    const template = inquiryMailTemplates.inquiry_answer;
    const kind = 'inquiry_answer';
    await queueFeatureMail(act, { kind, template, about, ...recipient(inquiry), dedupeKey });
  });
}

/** @throws Problem not_found */
export async function setInquiryStatus(
  ctx: Context,
  id: number,
  status: InquiryStatus,
): Promise<void> {
  if (!(await perform(ctx, 'owner', ({ tx }) => updateStatus(tx, id, status)))) throw notFound();
}

/** Its mails go too, as they hold the same personal data. @throws Problem not_found */
export async function deleteInquiry(ctx: Context, id: number): Promise<void> {
  await perform(ctx, 'owner', async ({ tx }) => {
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
    messages: (messagesOf.get(id) ?? []).map(({ author, text, created_at }) => ({
      author,
      text,
      createdAt: created_at,
    })),
  }));
}

export async function eraseInquiriesOf({ tx }: Act, email: string): Promise<void> {
  for (const { id } of await selectInquiriesFrom(tx, email)) await removeInquiry(tx, id);
}

/** Limits count the last hour, so older IP addresses go. */
export const clearInquirySources = (ctx: Context, until: string): Promise<void> =>
  perform(ctx, 'system', ({ tx }) => clearIpAddresses(tx, until));

const noticeKey = (inquiryId: number) => `inquiry ${inquiryId}`;
export const answerKey = (messageId: number): string => `inquiry answer ${messageId}`;

const recipient = ({ name, email, order_id }: Pick<InquiryRow, 'name' | 'email' | 'order_id'>) => ({
  other: { name, address: email },
  ...(order_id !== null && { orderId: order_id }),
});

async function toMailed(
  tx: Tx,
  {
    id,
    title,
    specimen_id,
    order_id,
    name,
    email,
    created_at,
  }: Pick<InquiryRow, keyof NewInquiry | 'id' | 'created_at'>,
  question: string,
  answer: string,
): Promise<MailedInquiry> {
  const picture =
    specimen_id === null
      ? null
      : ((await shownPictures(tx, [specimen_id])).get(specimen_id) ?? null);
  const path =
    order_id !== null
      ? `/orders?order=${order_id}`
      : specimen_id === null
        ? '/'
        : `/specimen/${specimen_id}`;
  return { id, title, path, picture, name, email, question, askedAt: created_at, answer };
}

const notFound = () => new Problem('not_found', 'Question not found');
