/** Written by the server, so that visitors download neither words nor rules. */
import { z } from 'zod';
import { writtenFormula } from './written-formula.ts';

const factPart = z.object({
  text: z.string(),
  /** A path of the shop, or a URL elsewhere. */
  href: z.string().optional(),
});

export const shownFact = z.object({
  /** Such as `Species`. */
  name: z.string(),
  /** Under which it is folded, such as `Origin and history`; empty after the date, not folded. */
  kind: z.string().optional(),
  lines: z.array(z.object({ parts: z.array(factPart), formula: writtenFormula.optional() })),
});

export type ShownFact = z.infer<typeof shownFact>;
