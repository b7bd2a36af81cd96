import { demoRemoval } from '#contract/admin/first-steps.ts';
import type { Context } from '#server/context.ts';
import { requireAdmin } from '#server/features/admin/auth/auth.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { removeDemo } from './demo-removal.service.ts';

/** DELETE /api/manage/demo, which may be repeated. */
export function demoRoutes(app: App, ctx: Context): void {
  app.delete('/api/manage/demo', { onRequest: requireAdmin(ctx), schema: { response: { 200: demoRemoval } } }, () => removeDemo(ctx));
}
