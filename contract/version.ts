import { z } from 'zod';

/** What runs here. */
export const installation = z.object({
  /** As in package.json, such as 1.0.0. */
  version: z.string(),
});

export type Installation = z.infer<typeof installation>;
