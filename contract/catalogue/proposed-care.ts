/** What the species table says of the care of a piece, for the form. */
import { z } from 'zod';
import { type CareNote, careNotes } from './species.ts';

const names = z.string().max(4_000).default('');

/** The two fields as they are typed: names with commas between them. */
export const careQuery = z.strictObject({ species: names, associates: names });

export const proposedCare = z.object({
  note: z.enum(Object.keys(careNotes) as CareNote[]),
  /** The mineral that it is about, as the table calls it. */
  of: z.string(),
  /** Whether that only grows on the piece. */
  isAssociated: z.boolean(),
  words: z.string(),
});

export type ProposedCare = z.infer<typeof proposedCare>;
