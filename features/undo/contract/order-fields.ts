import { z } from 'zod';
import { instant } from '#core/contract/text.ts';
import { undoneSteps } from './steps.ts';

/** null: nothing can be taken back. `sendsAt`: when its email goes, if it has not. */
export const undo = z
  .object({
    step: z.enum(undoneSteps),
    at: instant,
    sendsAt: instant.nullable(),
    isMailed: z.boolean(),
  })
  .nullable();
