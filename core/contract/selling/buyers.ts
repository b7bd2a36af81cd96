/** Only the admin reads it. */
import { z } from 'zod';
import { MAX_PRIVATE_NOTE } from '#core/contract/catalogue/private-notes.ts';
import { id, instant, trimmed } from '#core/contract/text.ts';
import { buyerRules, emailPattern } from './checkout.ts';

const { customerEmail } = buyerRules;

export const privateNote = trimmed(MAX_PRIVATE_NOTE);

export const buyer = z.object({
  note: z.string(),
  isBlocked: z.boolean(),
  /** An editor sends it back as `If-Match`. */
  version: z.string(),
});

/** Fields left out stay. */
export const buyerChange = z.strictObject({
  email: trimmed(customerEmail.maxLength).regex(emailPattern, customerEmail.message),
  note: privateNote.optional(),
  isBlocked: z.boolean().optional(),
  /** This order's history tells of the change. */
  orderId: id.optional(),
});

/** The latest first. */
export const blockedEmails = z.array(z.object({ email: z.string(), blockedAt: instant }));

export type Buyer = z.infer<typeof buyer>;
export type BuyerChange = z.infer<typeof buyerChange>;
export type BlockedEmails = z.infer<typeof blockedEmails>;
