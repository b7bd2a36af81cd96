import { z } from 'zod';
import { showClaims, showPieces, showTakings, takingsQuery } from '#contract/extras/show/show.ts';
import { receiptInput } from '#contract/selling/sales.ts';
import { idParam } from '#contract/text.ts';
import type { Context } from '#server/context.ts';
import { requireAdmin } from '#server/features/admin/auth/auth.service.ts';
import { sendReceipt } from '#server/features/selling/orders/receipts.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { readShowClaims, readShowPieces } from './show.service.ts';
import { readTakings, releaseHold } from './takings.service.ts';

const params = z.object({ id: idParam });

/** What mineral-show mode reads; sales and new pieces come by the calls that make them anywhere else. */
export function showRoutes(app: App, ctx: Context): void {
  const onRequest = requireAdmin(ctx);

  app.get('/api/manage/show', { onRequest, schema: { response: { 200: showPieces } } }, async () => readShowPieces(ctx));

  app.get('/api/manage/show/pieces/:id', { onRequest, schema: { params, response: { 200: showClaims } } }, async (request) =>
    readShowClaims(ctx, request.params.id),
  );
  app.get(
    '/api/manage/show/takings',
    { onRequest, schema: { querystring: takingsQuery, response: { 200: showTakings } } },
    async ({ query }) => readTakings(ctx, query.day),
  );
  app.post('/api/manage/show/holds/:id/release', { onRequest, schema: { params, response: { 204: z.null() } } }, async (request, reply) => {
    await releaseHold(ctx, request.params.id);
    return reply.code(204).send(null);
  });
  app.post(
    '/api/manage/show/sales/:id/receipt',
    { onRequest, schema: { params, body: receiptInput, response: { 204: z.null() } } },
    async (request, reply) => {
      await sendReceipt(ctx, request.params.id, request.body);
      return reply.code(204).send(null);
    },
  );
}
