import { z } from 'zod';
import { mailStatuses } from '#core/contract/messages/mail-statuses.ts';
import { emailPattern } from '#core/contract/selling/checkout.ts';
import { id, idParam, instant, line, text, trimmed } from '#core/contract/text.ts';
import { inquiryRules, inquiryStatuses } from './inquiry-rules.ts';

const { name, email, question } = inquiryRules;

export const orderInquiry = z.strictObject({
  question: trimmed(question.maxLength).min(question.minLength, question.message),
  /** From `formProof`. */
  token: text(200),
  /** People do not see this field; programs fill it in. */
  website: text(200).optional(),
});

export const specimenInquiry = orderInquiry.extend({
  name: line(name.maxLength).min(name.minLength, name.message),
  email: trimmed(email.maxLength).regex(emailPattern, email.message),
});

/** The shop can write to its admin and the asker at all. */
export const receivedInquiry = z.object({ isMailed: z.boolean() });

export const inquiryStatus = z.enum(inquiryStatuses);

export const inquiryMessage = z.object({
  id,
  author: z.enum(['asker', 'admin']),
  text: z.string(),
  createdAt: instant,
  /** The state of an answer's mail; null: it is none, or its mail is kept no more. */
  mailStatus: z.enum(mailStatuses).nullable(),
});

export const inquiry = z.object({
  id,
  name: z.string(),
  email: z.string(),
  status: inquiryStatus,
  createdAt: instant,
  messages: z.array(inquiryMessage),
});

export const inquiryThread = z.object({
  /** The specimen's title, or "Order #12". */
  title: z.string(),
  /** Null: it is about an order, or the specimen has been deleted. */
  specimenId: id.nullable(),
  orderId: id.nullable(),
  inquiries: z.array(inquiry),
});

/** `question` asks for the page of that inquiry, if it is among them. */
export const inboxQuery = z.strictObject({
  status: inquiryStatus.optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).optional(),
  question: idParam.optional(),
});

/** The thread with the newest inquiry comes first. `counts`: threads of either kind. */
export const inbox = z.object({
  threads: z.array(inquiryThread),
  page: z.int(),
  pages: z.int(),
  counts: z.object({ open: z.int(), done: z.int() }),
  hasMailServer: z.boolean(),
});

export const inquiryAnswer = z.strictObject({
  text: trimmed(10_000).min(1, 'Please write an answer'),
});
export const inquiryChange = z.strictObject({ status: inquiryStatus });

export type OrderInquiry = z.infer<typeof orderInquiry>;
export type SpecimenInquiry = z.infer<typeof specimenInquiry>;
export type ReceivedInquiry = z.infer<typeof receivedInquiry>;
export type Inquiry = z.infer<typeof inquiry>;
export type InquiryThread = z.infer<typeof inquiryThread>;
export type InboxQuery = z.infer<typeof inboxQuery>;
export type Inbox = z.infer<typeof inbox>;
