/**
 * The facts of a specimen as its page shows them, like a museum label: in words, with links, and without what is not known. The server writes
 * them, so that visitors download neither the words nor the rules.
 */
import { z } from 'zod';
import { writtenFormula } from './written-formula.ts';

export const factPart = z.object({
  text: z.string(),
  /** Where it leads: a path of the shop, or a URL elsewhere. */
  href: z.string().optional(),
});

export const shownFact = z.object({
  /** Its label: `Species`. */
  name: z.string(),
  lines: z.array(z.object({ parts: z.array(factPart), formula: writtenFormula.optional() })),
});

export type ShownFact = z.infer<typeof shownFact>;
