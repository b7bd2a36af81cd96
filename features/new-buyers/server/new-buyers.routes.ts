import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import { newBuyersCalls } from '#features/new-buyers/contract/new-buyers-calls.ts';
import type { App } from '#platform/http/app-type.ts';

const load = () => import('./new-buyers.service.ts');

export function newBuyersRoutes(app: App, ctx: Context): void {
  addCalls(app, ctx, newBuyersCalls, {
    'GET /api/manage/strangers': async () => (await load()).readStrangers(ctx),
    'POST /api/manage/strangers/cancel': async ({ body }) =>
      (await load()).cancelStrangers(ctx, body),
  });
}
