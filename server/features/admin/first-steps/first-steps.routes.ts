import { z } from 'zod';
import { firstStepName, firstSteps } from '#contract/admin/first-steps.ts';
import type { Context } from '#server/context.ts';
import { requireAdmin } from '#server/features/admin/auth/auth.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { readFirstSteps, skipFirstStep } from './first-steps.service.ts';

/** GET /api/manage/first-steps, and POST …/{step}/skip. */
export function firstStepRoutes(app: App, ctx: Context): void {
  const onRequest = requireAdmin(ctx);
  const response = { 200: firstSteps };
  app.get('/api/manage/first-steps', { onRequest, schema: { response } }, () => readFirstSteps(ctx));

  const skipped = { params: z.object({ step: firstStepName }), response };
  app.post('/api/manage/first-steps/:step/skip', { onRequest, schema: skipped }, (request) => skipFirstStep(ctx, request.params.step));
}
