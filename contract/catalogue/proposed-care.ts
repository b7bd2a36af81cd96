/** The care notes that the species table proposes for a piece, for the form. */
import { z } from 'zod';
import { type CareNote, careNotes } from './species.ts';

const names = z.string().max(4_000).default('');

/** The two fields as typed: names separated by commas. */
export const careQuery = z.strictObject({ species: names, associates: names });

export const proposedCare = z.object({
  note: z.enum(Object.keys(careNotes) as CareNote[]),
  /** The mineral that it is about, as the table calls it. */
  of: z.string(),
  /** Whether the piece only has it as an associated mineral. */
  isAssociated: z.boolean(),
  words: z.string(),
});

export type ProposedCare = z.infer<typeof proposedCare>;
