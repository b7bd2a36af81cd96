import { today } from '#contract/admin/today.ts';
import type { Context } from '#server/context.ts';
import { requireAdmin } from '#server/features/admin/auth/auth.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { readToday } from './today.service.ts';

/** GET /api/manage/today. */
export function todayRoutes(app: App, ctx: Context): void {
  app.get('/api/manage/today', { onRequest: requireAdmin(ctx), schema: { response: { 200: today } } }, () => readToday(ctx));
}
