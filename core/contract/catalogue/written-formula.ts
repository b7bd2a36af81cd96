import { z } from 'zod';

export const writtenFormula = z.object({
  parts: z.array(z.object({ text: z.string(), isSubscript: z.boolean() })),
  spoken: z.string(),
});
