/** What a new owner has still to do, and what removing the demo collection did. */
import { z } from 'zod';
import { id } from './text.ts';

/** Each step: whether it is done. */
export const firstSteps = z.object({
  /** A password of the owner's own. */
  password: z.boolean(),
  /** A Venmo user name that is not the demo's, switched on. */
  venmo: z.boolean(),
  contactEmail: z.boolean(),
  /** A mail server; without one buyers and owner get no mails. */
  mail: z.boolean(),
  /** Nothing of the demo collection is left. */
  demo: z.boolean(),
});

export const demoRemoval = z.object({
  removed: z.int(),
  /** Specimens that stayed, with the orders that still need them. */
  kept: z.array(z.object({ id, title: z.string(), orders: z.array(id) })),
});

export type FirstSteps = z.infer<typeof firstSteps>;
export type DemoRemoval = z.infer<typeof demoRemoval>;
