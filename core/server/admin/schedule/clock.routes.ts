import { clockCalls } from '#core/contract/admin/admin-calls.ts';
import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import type { App } from '#platform/http/app-type.ts';
import { trustClock } from './clock.service.ts';

export function clockRoutes(app: App, ctx: Context): void {
  addCalls(app, ctx, clockCalls, { 'POST /api/manage/clock': () => trustClock(ctx) });
}
