import { z } from 'zod';
import { today } from '#contract/admin/today.ts';
import type { Context } from '#server/context.ts';
import { requireAdmin } from '#server/features/admin/auth/auth.service.ts';
import { trustClock } from '#server/features/admin/schedule/clock.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { readToday } from './today.service.ts';

/** GET /api/manage/today, and POST /api/manage/clock: the admin says that the time is right after a jump of the clock. */
export function todayRoutes(app: App, ctx: Context): void {
  app.get('/api/manage/today', { onRequest: requireAdmin(ctx), schema: { response: { 200: today } } }, () => readToday(ctx));

  app.post('/api/manage/clock', { onRequest: requireAdmin(ctx), schema: { response: { 204: z.null() } } }, async (_request, reply) => {
    await trustClock(ctx);
    return reply.status(204).send(null);
  });
}
