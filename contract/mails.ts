import { z } from 'zod';
import { mailKinds, mailStatuses } from './mail-statuses.ts';
import { id, instant } from './text.ts';

/** A mail about an order, as the admin reads it. */
export const orderMail = z.object({
  id,
  kind: z.enum(mailKinds),
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
  sentAt: instant.nullable(),
  lastError: z.string().nullable(),
});

export type OrderMail = z.infer<typeof orderMail>;
