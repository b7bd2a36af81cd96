/** What a new admin still has to do, and the result of removing the demo collection. */
import { z } from 'zod';
import { id } from '#contract/text.ts';

/** Each step: whether it is done. */
export const firstSteps = z.object({
  /** The demo password has been replaced. */
  password: z.boolean(),
  /** A Venmo user name that is not the demo's, switched on. */
  venmo: z.boolean(),
  contactEmail: z.boolean(),
  /** The texts on shipping and returns are written. */
  policies: z.boolean(),
  /** A mail server is configured; without one nobody gets mails. */
  mail: z.boolean(),
  /** Nothing of the demo collection is left; null: the shop never had one. */
  demo: z.boolean().nullable(),
});

export const demoRemoval = z.object({
  removed: z.int(),
  /** Specimens that stayed, with the unfinished orders that need them. */
  kept: z.array(z.object({ id, title: z.string(), orders: z.array(id) })),
});

export type FirstSteps = z.infer<typeof firstSteps>;
export type DemoRemoval = z.infer<typeof demoRemoval>;
