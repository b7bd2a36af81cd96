import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import { sendReceipt } from '#features/hand-sales/server/receipts.service.ts';
import { showCalls } from '#features/show/contract/show-calls.ts';
import type { App } from '#platform/http/app-type.ts';
import { readShowClaims, readShowPieces } from './show.service.ts';
import { readTakings, releaseHold } from './takings.service.ts';

export function showRoutes(app: App, ctx: Context): void {
  addCalls(app, ctx, showCalls, {
    'GET /api/manage/show': () => readShowPieces(ctx),
    'GET /api/manage/show/pieces/:id': ({ params: { id } }) => readShowClaims(ctx, id),
    'GET /api/manage/show/takings': ({ query: { day } }) => readTakings(ctx, day),
    'POST /api/manage/show/holds/:id/release': ({ params: { id } }) => releaseHold(ctx, id),
    'POST /api/manage/show/sales/:id/receipt': ({ params: { id }, body }) =>
      sendReceipt(ctx, id, body),
  });
}
