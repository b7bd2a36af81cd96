import { z } from 'zod';

/** A formula as pages show it, with what a screen reader says. */
export const writtenFormula = z.object({ parts: z.array(z.object({ text: z.string(), isSubscript: z.boolean() })), spoken: z.string() });
