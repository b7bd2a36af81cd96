import { ORDER_KEY_HEADER } from '#core/contract/selling/order-key.ts';
import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import { readerOf } from '#core/server/selling/orders/buyer-cookies.service.ts';
import { ownOrderCalls } from '#features/own-orders/contract/own-order-calls.ts';
import type { App } from '#platform/http/app-type.ts';
import { cancelOwn, changeAddress } from './own-orders.service.ts';

export function ownOrderRoutes(app: App, ctx: Context): void {
  /** An admin has other ways, which say who did it. */
  const buyerIn = async (
    request: Parameters<typeof readerOf>[1] & { params: { id: number } } & {
      headers: { [ORDER_KEY_HEADER]?: string | undefined };
    },
  ) => ({
    ...(await readerOf(ctx, request, request.params.id, request.headers[ORDER_KEY_HEADER])),
    admin: false,
  });
  addCalls(app, ctx, ownOrderCalls, {
    'POST /api/orders/:id/cancellation': async (request) =>
      cancelOwn(ctx, request.params.id, await buyerIn(request)),
    'PUT /api/orders/:id/address': async (request) =>
      changeAddress(ctx, request.params.id, await buyerIn(request), request.body.address),
  });
}
