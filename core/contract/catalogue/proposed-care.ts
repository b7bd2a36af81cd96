import { z } from 'zod';
import { type CareNote, careNotes } from './species.ts';

const names = z.string().max(4_000).default('');

/** As typed: names separated by commas. */
export const careQuery = z.strictObject({ species: names, associates: names });

export const proposedCare = z.object({
  note: z.enum(Object.keys(careNotes) as CareNote[]),
  /** The mineral, as the table calls it. */
  of: z.string(),
  /** The piece has the mineral as an associate only. */
  isAssociated: z.boolean(),
  words: z.string(),
});

export type ProposedCare = z.infer<typeof proposedCare>;
