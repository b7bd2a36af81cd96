/** What the admin prints. */
import { invoices, invoicesInput, labelsQuery, printedOrders, printedOrdersQuery, specimenLabels } from '#contract/paper.ts';
import type { Context } from '#server/context.ts';
import { requireAdmin } from '#server/features/auth/auth.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { makeInvoices, readInvoices } from './invoices.service.ts';
import { readLabels } from './labels.service.ts';
import { readSlips } from './slips.service.ts';

export function paperRoutes(app: App, ctx: Context): void {
  const onRequest = requireAdmin(ctx);

  app.get(
    '/api/manage/slips',
    { onRequest, schema: { querystring: printedOrdersQuery, response: { 200: printedOrders } } },
    async (request) => readSlips(ctx, request.query),
  );

  app.get(
    '/api/manage/invoices',
    { onRequest, schema: { querystring: printedOrdersQuery, response: { 200: invoices } } },
    async (request) => readInvoices(ctx, request.query),
  );

  app.post('/api/manage/invoices', { onRequest, schema: { body: invoicesInput, response: { 200: invoices } } }, async (request) =>
    makeInvoices(ctx, request.body.orders),
  );

  app.get('/api/manage/labels', { onRequest, schema: { querystring: labelsQuery, response: { 200: specimenLabels } } }, async (request) =>
    readLabels(ctx, request.query),
  );
}
