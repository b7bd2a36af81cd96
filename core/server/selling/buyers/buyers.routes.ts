import { buyerCalls } from '#core/contract/selling/buyer-calls.ts';
import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import type { App } from '#platform/http/app-type.ts';
import { changeBuyer, listBlocked } from './buyers.service.ts';

export function buyerRoutes(app: App, ctx: Context): void {
  addCalls(app, ctx, buyerCalls, {
    'PATCH /api/manage/buyers': ({ body, headers }) => changeBuyer(ctx, body, headers['if-match']),
    'GET /api/manage/buyers/blocked': () => listBlocked(ctx),
  });
}
