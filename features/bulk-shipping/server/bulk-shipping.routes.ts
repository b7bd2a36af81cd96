import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import { bulkShippingCalls } from '#features/bulk-shipping/contract/bulk-shipping-calls.ts';
import type { App } from '#platform/http/app-type.ts';

const load = () => import('./bulk-shipping.service.ts');

export function bulkShippingRoutes(app: App, ctx: Context): void {
  addCalls(app, ctx, bulkShippingCalls, {
    'GET /api/manage/orders/moves': async ({ query: { status, orders } }) =>
      (await load()).planMoves(ctx, status, orders),
    'POST /api/manage/orders/moves': async ({ body }) => (await load()).moveOrders(ctx, body),
  });
}
