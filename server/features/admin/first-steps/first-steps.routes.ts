import { firstSteps } from '#contract/admin/first-steps.ts';
import type { Context } from '#server/context.ts';
import { requireAdmin } from '#server/features/admin/auth/auth.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { readFirstSteps } from './first-steps.service.ts';

/** GET /api/manage/first-steps. */
export function firstStepRoutes(app: App, ctx: Context): void {
  app.get('/api/manage/first-steps', { onRequest: requireAdmin(ctx), schema: { response: { 200: firstSteps } } }, () =>
    readFirstSteps(ctx),
  );
}
