import { z } from 'zod';
import { buyerRules, emailPattern } from '#contract/selling/checkout.ts';
import { id, instant, text, trimmed } from '#contract/text.ts';
import { entryEnds, openEntryStates } from './waiting-rules.ts';

const { maxLength, message } = buyerRules.customerEmail;

/** Asks for a place in the waiting list of a specimen. */
export const newEntry = z.strictObject({
  email: trimmed(maxLength).regex(emailPattern, message),
  /** From `inquiryForm`. */
  token: text(200),
  /** A field that people do not see; programs fill it in. */
  website: text(200).optional(),
});

/** An entry as its link shows it. */
export const entry = z.object({
  id,
  /** null: the specimen has been deleted. */
  specimenId: id.nullable(),
  /** The specimen's title. */
  title: z.string(),
  state: z.enum([...openEntryStates, ...entryEnds]),
  /** Until when it alone may buy; null in every other state. */
  offeredUntil: instant.nullable(),
  /** How many are in line before it; null unless it waits. */
  ahead: z.int().nullable(),
  /** For how many hours it alone may buy when its turn comes. */
  hours: z.int(),
});

/** An entry as the admin reads it. */
export const waitingEntry = z.object({
  id,
  email: z.string(),
  /** Since when it is in line. */
  since: instant,
  offeredUntil: instant.nullable(),
});

/** Those in line for one specimen, the first one first. */
export const waitingList = z.array(waitingEntry);

export type NewEntry = z.infer<typeof newEntry>;
export type Entry = z.infer<typeof entry>;
export type WaitingEntry = z.infer<typeof waitingEntry>;
