import { z } from 'zod';
import { collectionLimits } from '#core/contract/catalogue/collection-rules.ts';
import { buyerRules, emailPattern } from '#core/contract/selling/checkout.ts';
import { id, text, trimmed } from '#core/contract/text.ts';

const { maxLength, message } = buyerRules.customerEmail;
/** The gallery's query stands after the `?` of its URL. */
const query = text(collectionLimits.rule);

export const newFollow = z.strictObject({
  query,
  email: trimmed(maxLength).regex(emailPattern, message),
  /** From `formProof`. */
  token: text(200),
  /** People do not see this field; programs fill it in. */
  website: text(200).optional(),
});

export const followable = z.object({
  /** In its one spelling. */
  query: z.string(),
  name: z.string(),
  total: z.int(),
  /** False without a mail server, or where too many match. */
  canMail: z.boolean(),
});

export const follow = z.object({
  id,
  query: z.string(),
  name: z.string(),
  isConfirmed: z.boolean(),
});

/** For the admin, the most followed first. Nobody's address. */
export const followedLists = z.array(
  z.object({ query: z.string(), name: z.string(), followers: z.int() }),
);

export type NewFollow = z.infer<typeof newFollow>;
export type Followable = z.infer<typeof followable>;
export type Follow = z.infer<typeof follow>;
export type FollowedLists = z.infer<typeof followedLists>;
