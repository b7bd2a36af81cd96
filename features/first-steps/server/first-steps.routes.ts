import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import { firstStepCalls } from '#features/first-steps/contract/first-step-calls.ts';
import type { App } from '#platform/http/app-type.ts';
import { readFirstSteps, skipFirstStep } from './first-steps.service.ts';

export function firstStepRoutes(app: App, ctx: Context): void {
  addCalls(app, ctx, firstStepCalls, {
    'GET /api/manage/first-steps': () => readFirstSteps(ctx),
    'POST /api/manage/first-steps/:step/skip': ({ params }) => skipFirstStep(ctx, params.step),
  });
}
