import { z } from 'zod';
import { buyerRules, emailPattern } from '#core/contract/selling/checkout.ts';
import { id, instant, text, trimmed } from '#core/contract/text.ts';
import { entryEnds, openEntryStates } from './waiting-rules.ts';

const { maxLength, message } = buyerRules.customerEmail;

export const newEntry = z.strictObject({
  email: trimmed(maxLength).regex(emailPattern, message),
  /** From `formProof`. */
  token: text(200),
  /** People do not see this field; programs fill it in. */
  website: text(200).optional(),
});

export const entry = z.object({
  id,
  /** Null: the specimen has been deleted. */
  specimenId: id.nullable(),
  title: z.string(),
  state: z.enum([...openEntryStates, ...entryEnds]),
  /** The entry alone may buy until then; null in every other state. */
  offeredUntil: instant.nullable(),
  /** How many are in line before it; null unless it waits. */
  ahead: z.int().nullable(),
  /** Whether somebody else waits behind it, and gets what it gives up. */
  isFollowed: z.boolean(),
  hours: z.int(),
});

export const waitingEntry = z.object({
  id,
  email: z.string(),
  since: instant,
  offeredUntil: instant.nullable(),
});

export const waitingList = z.array(waitingEntry);

export type NewEntry = z.infer<typeof newEntry>;
export type Entry = z.infer<typeof entry>;
export type WaitingEntry = z.infer<typeof waitingEntry>;
