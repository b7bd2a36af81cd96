/** What a new admin has done and still has to do, and the result of removing the demo collection. */
import { z } from 'zod';
import { id } from '#contract/text.ts';
import { firstStepNames } from './first-step-rules.ts';

export const firstStepName = z.enum(firstStepNames);

/** What the first steps are read from (`first-step-rules.ts`). */
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
  /** The shop has a name or a logo of its own. */
  named: z.boolean(),
  /** Visible pieces with a price that are for sale or sold, without the demo's. */
  onSale: z.int(),
  /** The steps that the admin has passed over. */
  skipped: z.array(firstStepName),
});

export const demoRemoval = z.object({
  removed: z.int(),
  /** Specimens that stayed, with the unfinished orders that need them. */
  kept: z.array(z.object({ id, title: z.string(), orders: z.array(id) })),
});

export type FirstSteps = z.infer<typeof firstSteps>;
export type DemoRemoval = z.infer<typeof demoRemoval>;
