import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import { handSaleCalls } from '#features/hand-sales/contract/hand-sales-calls.ts';
import type { App } from '#platform/http/app-type.ts';
import { recordSale } from './sales.service.ts';

export function handSaleRoutes(app: App, ctx: Context): void {
  addCalls(app, ctx, handSaleCalls, {
    'POST /api/manage/sales': ({ body, headers }) =>
      recordSale(ctx, body, headers['idempotency-key'] ?? null),
  });
}
