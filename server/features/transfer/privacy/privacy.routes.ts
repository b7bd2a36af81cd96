import { z } from 'zod';
import { buyerData, buyerDataCounts, buyerDataQuery, buyerErasure } from '#contract/transfer/buyer-data.ts';
import type { Context } from '#server/context.ts';
import { requireAdmin } from '#server/features/admin/auth/auth.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { countBuyerData, eraseBuyerData, exportBuyerData } from './buyer-data.service.ts';

/** One buyer's data out and erased. The email address is in the body: URLs end up in logs. */
export function privacyRoutes(app: App, ctx: Context): void {
  app.post(
    '/api/manage/buyer-data',
    { onRequest: requireAdmin(ctx), schema: { body: buyerDataQuery, response: { 200: buyerDataCounts } } },
    (request) => countBuyerData(ctx, request.body.email),
  );

  app.post(
    '/api/manage/buyer-data/export',
    { config: { secondProof: 'always' }, schema: { body: buyerDataQuery, response: { 200: buyerData } } },
    (request) => exportBuyerData(ctx, request.body.email, request),
  );

  app.post(
    '/api/manage/buyer-data/erase',
    { config: { secondProof: 'always' }, schema: { body: buyerErasure, response: { 204: z.null() } } },
    async (request, reply) => {
      await eraseBuyerData(ctx, request.body, request);
      return reply.code(204).send(null);
    },
  );
}
