import type { CallTable } from '#core/contract/calls.ts';
import { firstStepName, firstSteps } from './first-steps.ts';

export const firstStepCalls = {
  'GET /api/manage/first-steps': {
    about: 'which first steps are open, done or skipped',
    response: firstSteps,
  },
  'POST /api/manage/first-steps/:step/skip': {
    about: 'skips the step `name`, `payment`, `shipping`, `email` or `pieces`',
    params: { step: firstStepName },
    response: firstSteps,
  },
} as const satisfies CallTable;

type FirstStepCalls = typeof firstStepCalls;

declare module '#core/contract/calls.ts' {
  interface Calls extends FirstStepCalls {}
}
