import { demoCalls } from '#core/contract/transfer/demo-calls.ts';
import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import type { App } from '#platform/http/app-type.ts';
import { removeDemo } from './demo-removal.service.ts';

export function demoRoutes(app: App, ctx: Context): void {
  addCalls(app, ctx, demoCalls, { 'DELETE /api/manage/demo': () => removeDemo(ctx) });
}
