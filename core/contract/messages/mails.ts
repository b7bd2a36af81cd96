import { z } from 'zod';
import { id, instant } from '#core/contract/text.ts';
import { mailStatuses } from './mail-statuses.ts';

export const mail = z.object({
  id,
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  /** The HTML part says the same. */
  text: z.string(),
  status: z.enum(mailStatuses),
  attempts: z.int(),
  queuedAt: instant,
  dueAt: instant,
  /** Tells of the last attempt, whatever came of it. */
  triedAt: instant.nullable(),
  sentAt: instant.nullable(),
  lastError: z.string().nullable(),
});

/** Newest first. */
export const otherMails = z.object({
  mails: z.array(mail),
  hasMailServer: z.boolean(),
});

export type Mail = z.infer<typeof mail>;
export type OtherMails = z.infer<typeof otherMails>;
