import { z } from 'zod';

const speciesName = z.object({
  name: z.string(),
  /** null for a species. */
  of: z.string().nullable(),
  /** In other languages too; each belongs to this species alone. */
  synonyms: z.array(z.string()),
});

export const speciesNames = z.array(speciesName);

export type SpeciesName = z.infer<typeof speciesName>;
