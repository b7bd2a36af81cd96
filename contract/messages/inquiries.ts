import { z } from 'zod';
import { emailPattern } from '#contract/selling/checkout.ts';
import { id, idParam, instant, line, text, trimmed } from '#contract/text.ts';
import { inquiryRules, inquiryStatuses } from './inquiry-rules.ts';
import { mailStatuses } from './mail-statuses.ts';

const { name, email, question } = inquiryRules;

/** What a form begins with: proof of when the shop has handed it out. */
export const inquiryForm = z.object({ token: z.string() });

/** About an order: its buyer is known. */
export const orderInquiry = z.strictObject({
  question: trimmed(question.maxLength).min(question.minLength, question.message),
  /** From `inquiryForm`. */
  token: text(200),
  /** A field that people do not see; programs fill it in. */
  website: text(200).optional(),
});

/** About a specimen. */
export const specimenInquiry = orderInquiry.extend({
  name: line(name.maxLength).min(name.minLength, name.message),
  email: trimmed(email.maxLength).regex(emailPattern, email.message),
});

/** `isMailed`: whether the shop can write to its owner and to the asker at all. */
export const receivedInquiry = z.object({ isMailed: z.boolean() });

export const inquiryStatus = z.enum(inquiryStatuses);

export const inquiryMessage = z.object({
  id,
  author: z.enum(['asker', 'admin']),
  text: z.string(),
  createdAt: instant,
  /** What became of an answer's mail; null: it is none, or its mail is kept no more. */
  mailStatus: z.enum(mailStatuses).nullable(),
});

export const inquiry = z.object({
  id,
  name: z.string(),
  email: z.string(),
  status: inquiryStatus,
  createdAt: instant,
  /** The question, then the answers. */
  messages: z.array(inquiryMessage),
});

/** The inquiries about one specimen or order, newest first. */
export const inquiryThread = z.object({
  /** The specimen's title, or "Order #12". */
  title: z.string(),
  /** null: it is about an order, or the specimen has been deleted. */
  specimenId: id.nullable(),
  orderId: id.nullable(),
  inquiries: z.array(inquiry),
});

/** Query of the inbox: threads with an open inquiry, or those without. `question` is an inquiry whose page is wanted, if it is among them. */
export const inboxQuery = z.strictObject({
  status: inquiryStatus.optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).optional(),
  question: idParam.optional(),
});

/** A page of threads, that with the newest inquiry first. `counts`: threads of either kind. */
export const inbox = z.object({
  threads: z.array(inquiryThread),
  page: z.int(),
  pages: z.int(),
  counts: z.object({ open: z.int(), done: z.int() }),
  hasMailServer: z.boolean(),
});

export const inquiryAnswer = z.strictObject({ text: trimmed(10_000).min(1, 'Please write an answer') });
export const inquiryChange = z.strictObject({ status: inquiryStatus });

export type InquiryForm = z.infer<typeof inquiryForm>;
export type OrderInquiry = z.infer<typeof orderInquiry>;
export type SpecimenInquiry = z.infer<typeof specimenInquiry>;
export type ReceivedInquiry = z.infer<typeof receivedInquiry>;
export type Inquiry = z.infer<typeof inquiry>;
export type InquiryThread = z.infer<typeof inquiryThread>;
export type InboxQuery = z.infer<typeof inboxQuery>;
export type Inbox = z.infer<typeof inbox>;
