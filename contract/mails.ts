import { z } from 'zod';
import { mailKinds, mailStatuses } from './mail-statuses.ts';
import { id, instant } from './text.ts';

/** A mail about an order, as the owner reads it. */
export const orderMail = z.object({
  id,
  kind: z.enum(mailKinds),
  /** The address. */
  to: z.string(),
  subject: z.string(),
  /** The plain form; the other one says the same. */
  text: z.string(),
  status: z.enum(mailStatuses),
  attempts: z.int(),
  queuedAt: instant,
  /** When a waiting one is tried next. */
  dueAt: instant,
  sentAt: instant.nullable(),
  lastError: z.string().nullable(),
});

export type OrderMail = z.infer<typeof orderMail>;
