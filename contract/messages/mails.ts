import { z } from 'zod';
import { id, instant } from '#contract/text.ts';
import { mailStatuses } from './mail-statuses.ts';

/** A mail of the outbox, as the admin reads it. */
export const mail = z.object({
  id,
  kind: z.string(),
  /** The recipient's email address. */
  to: z.string(),
  subject: z.string(),
  /** The plain-text part; the HTML part says the same. */
  text: z.string(),
  status: z.enum(mailStatuses),
  attempts: z.int(),
  queuedAt: instant,
  /** When a waiting mail is tried next. */
  dueAt: instant,
  /** When it was last handed over to the mail server, whatever came of it. */
  triedAt: instant.nullable(),
  sentAt: instant.nullable(),
  lastError: z.string().nullable(),
});

/** The latest mails that belong to no order, newest first. */
export const otherMails = z.object({
  mails: z.array(mail),
  /** Whether mails can be sent at all. */
  hasMailServer: z.boolean(),
});

export type Mail = z.infer<typeof mail>;
export type OtherMails = z.infer<typeof otherMails>;
