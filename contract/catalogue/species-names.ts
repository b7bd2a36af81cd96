/** The names that the shop's species table knows, for suggestions while somebody types. */
import { z } from 'zod';

export const speciesName = z.object({
  name: z.string(),
  /** The species of a variety; null for a species. */
  of: z.string().nullable(),
  /** Other names, in other languages too; each belongs to this species alone. */
  synonyms: z.array(z.string()),
});

/** In the order of the names. */
export const speciesNames = z.array(speciesName);

export type SpeciesName = z.infer<typeof speciesName>;
