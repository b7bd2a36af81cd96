/** What the admin prints. */
import { z } from 'zod';
import { labelSheet, labelSheets as labelSheetsResponse, newLabelSheet } from '#contract/extras/paper/label-sheets.ts';
import { invoices, invoicesInput, labelsQuery, printedOrders, specimenLabels } from '#contract/extras/paper/paper.ts';
import { printedOrdersQuery } from '#contract/extras/paper/printed-orders.ts';
import { idParam } from '#contract/text.ts';
import type { Context } from '#server/context.ts';
import { requireAdmin } from '#server/features/admin/auth/auth.service.ts';
import { requireConfirmed } from '#server/features/admin/auth/sessions.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { perMinute } from '#server/platform/http/limits.ts';
import { makeCreditNotes } from './credit-notes.service.ts';
import { correctInvoices, makeInvoices, readInvoices } from './invoices.service.ts';
import { labelSheets, readSheet, reserveNumbers } from './label-sheets.service.ts';
import { readLabels } from './labels.service.ts';
import { readSlips } from './slips.service.ts';

export function paperRoutes(app: App, ctx: Context): void {
  const onRequest = requireAdmin(ctx);
  const config = { secondProof: 'if it reads several' } as const;
  const ask = requireConfirmed(ctx);
  /** One order is read as its page is; several are a list of buyers with their postal addresses. */
  const askForSeveral = async (request: Parameters<typeof ask>[0], orders: readonly number[] | undefined) => {
    if (orders?.length !== 1) await ask(request);
  };

  app.get(
    '/api/manage/slips',
    { onRequest, config, schema: { querystring: printedOrdersQuery, response: { 200: printedOrders } } },
    async (request) => {
      await askForSeveral(request, request.query.orders);
      return readSlips(ctx, request.query);
    },
  );

  app.get(
    '/api/manage/invoices',
    { onRequest, config, schema: { querystring: printedOrdersQuery, response: { 200: invoices } } },
    async (request) => {
      await askForSeveral(request, request.query.orders);
      return readInvoices(ctx, request.query);
    },
  );

  app.post('/api/manage/invoices', { onRequest, config, schema: { body: invoicesInput, response: { 200: invoices } } }, async (request) => {
    await askForSeveral(request, request.body.orders);
    return makeInvoices(ctx, request.body.orders);
  });

  app.post(
    '/api/manage/invoice-corrections',
    { onRequest, config, schema: { body: invoicesInput, response: { 200: invoices } } },
    async (request) => {
      await askForSeveral(request, request.body.orders);
      return correctInvoices(ctx, request.body.orders);
    },
  );

  app.post(
    '/api/manage/credit-notes',
    { onRequest, config, schema: { body: invoicesInput, response: { 200: invoices } } },
    async (request) => {
      const { orders } = request.body;
      await askForSeveral(request, orders);
      await makeCreditNotes(ctx, orders);
      return readInvoices(ctx, { orders });
    },
  );

  app.get('/api/manage/labels', { onRequest, schema: { querystring: labelsQuery, response: { 200: specimenLabels } } }, async (request) =>
    readLabels(ctx, request.query),
  );

  app.get('/api/manage/label-sheets', { onRequest, schema: { response: { 200: labelSheetsResponse } } }, () => labelSheets(ctx));

  const reserving = { config: { rateLimit: perMinute(30) }, onRequest, schema: { body: newLabelSheet, response: { 201: labelSheet } } };
  app.post('/api/manage/label-sheets', reserving, async (request, reply) => {
    const sheet = await reserveNumbers(ctx, request.body);
    reply.code(201);
    return sheet;
  });

  const params = z.object({ id: idParam });
  app.get('/api/manage/label-sheets/:id', { onRequest, schema: { params, response: { 200: labelSheet } } }, (request) =>
    readSheet(ctx, request.params.id),
  );
}
