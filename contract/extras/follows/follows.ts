import { z } from 'zod';
import { collectionLimits } from '#contract/catalogue/collection-rules.ts';
import { buyerRules, emailPattern } from '#contract/selling/checkout.ts';
import { id, text, trimmed } from '#contract/text.ts';

const { maxLength, message } = buyerRules.customerEmail;
/** The gallery's query: what stands after the `?` of its URL. */
const query = text(collectionLimits.rule);

/** Asks to be told by mail of what is new in a list. */
export const newFollow = z.strictObject({
  query,
  email: trimmed(maxLength).regex(emailPattern, message),
  /** From `inquiryForm`. */
  token: text(200),
  /** A field that people do not see; programs fill it in. */
  website: text(200).optional(),
});

/** A list that may be followed. */
export const followable = z.object({
  /** In its one spelling. */
  query: z.string(),
  name: z.string(),
  /** How many match now. */
  total: z.int(),
  /** Whether by mail too: not without a mail server, nor where too many match. */
  canMail: z.boolean(),
});

/** A followed list as its link shows it. */
export const follow = z.object({ id, query: z.string(), name: z.string(), isConfirmed: z.boolean() });

/** For the admin: which lists are followed by how many, the most first. Nobody's address. */
export const followedLists = z.array(z.object({ query: z.string(), name: z.string(), followers: z.int() }));

export type NewFollow = z.infer<typeof newFollow>;
export type Followable = z.infer<typeof followable>;
export type Follow = z.infer<typeof follow>;
export type FollowedLists = z.infer<typeof followedLists>;
