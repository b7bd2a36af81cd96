/** What the admin notes of a buyer, by email address; nobody else reads it. */
import { z } from 'zod';
import { MAX_PRIVATE_NOTE } from '#contract/catalogue/private-notes.ts';
import { id, instant, trimmed } from '#contract/text.ts';
import { buyerRules, emailPattern } from './checkout.ts';

const { customerEmail } = buyerRules;

export const privateNote = trimmed(MAX_PRIVATE_NOTE);

export const buyer = z.object({
  note: z.string(),
  /** Whether orders and questions from the address are refused. */
  isBlocked: z.boolean(),
  /** Changes with the note; sent back as `If-Match` by an editor that must not overwrite another's words. */
  version: z.string(),
});

/** What is left out stays as it is. */
export const buyerChange = z.strictObject({
  email: trimmed(customerEmail.maxLength).regex(emailPattern, customerEmail.message),
  note: privateNote.optional(),
  isBlocked: z.boolean().optional(),
  /** The order on whose page it is done, whose history tells of it. */
  orderId: id.optional(),
});

/** The blocked email addresses, the latest first. */
export const blockedEmails = z.array(z.object({ email: z.string(), blockedAt: instant }));

export type Buyer = z.infer<typeof buyer>;
export type BuyerChange = z.infer<typeof buyerChange>;
export type BlockedEmails = z.infer<typeof blockedEmails>;
