import { z } from 'zod';
import { id } from '#core/contract/text.ts';

export const demoRemoval = z.object({
  removed: z.int(),
  /** Specimens that unfinished orders need. */
  kept: z.array(z.object({ id, title: z.string(), orders: z.array(id) })),
});

export type DemoRemoval = z.infer<typeof demoRemoval>;
