import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import { todayCalls } from '#features/today/contract/today-calls.ts';
import type { App } from '#platform/http/app-type.ts';
import { readToday } from './today.service.ts';

export function todayRoutes(app: App, ctx: Context): void {
  addCalls(app, ctx, todayCalls, {
    'GET /api/manage/today': () => readToday(ctx),
  });
}
