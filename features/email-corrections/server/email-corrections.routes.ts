import { ORDER_KEY_HEADER } from '#core/contract/selling/order-key.ts';
import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import { readerOf } from '#core/server/selling/orders/buyer-cookies.service.ts';
import { emailCalls } from '#features/email-corrections/contract/email-calls.ts';
import type { App } from '#platform/http/app-type.ts';
import { correctEmail, hasFailed } from './email-corrections.service.ts';

export function emailRoutes(app: App, ctx: Context): void {
  const readerIn = (
    request: Parameters<typeof readerOf>[1] & { params: { id: number } } & {
      headers: { [ORDER_KEY_HEADER]?: string | undefined };
    },
  ) => readerOf(ctx, request, request.params.id, request.headers[ORDER_KEY_HEADER]);
  addCalls(app, ctx, emailCalls, {
    'GET /api/orders/:id/email': async (request) => ({
      hasFailed: await hasFailed(ctx, request.params.id, await readerIn(request)),
    }),
    'PUT /api/orders/:id/email': async (request) =>
      correctEmail(ctx, request.params.id, await readerIn(request), request.body.email),
  });
}
