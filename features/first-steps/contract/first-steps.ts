import { z } from 'zod';
import { firstStepNames } from './first-step-rules.ts';

export const firstStepName = z.enum(firstStepNames);

export const firstSteps = z.object({
  password: z.boolean(),
  venmo: z.boolean(),
  contactEmail: z.boolean(),
  policies: z.boolean(),
  mail: z.boolean(),
  /** Nothing of the demo is left; null: the shop never had one. */
  demo: z.boolean().nullable(),
  named: z.boolean(),
  /** Visible pieces with a price, for sale or sold, without the demo's. */
  onSale: z.int(),
  skipped: z.array(firstStepName),
});

export type FirstSteps = z.infer<typeof firstSteps>;
