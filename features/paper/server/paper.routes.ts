import { requireConfirmed } from '#core/server/admin/auth/sessions.service.ts';
import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import { paperCalls } from '#features/paper/contract/paper-calls.ts';
import type { App } from '#platform/http/app-type.ts';
import { makeCreditNotes } from './credit-notes.service.ts';
import { correctInvoices, makeInvoices, readInvoices } from './invoices.service.ts';
import { labelSheets, readSheet, reserveNumbers } from './label-sheets.service.ts';
import { readLabels } from './labels.service.ts';
import { readSlips } from './slips.service.ts';

export function paperRoutes(app: App, ctx: Context): void {
  const ask = requireConfirmed(ctx);
  /** One order is read as its page is; several are a list of buyers with postal addresses. */
  const askForSeveral = async (
    request: Parameters<typeof ask>[0],
    orders: readonly number[] | undefined,
  ) => {
    if (orders?.length !== 1) await ask(request);
  };

  addCalls(app, ctx, paperCalls, {
    'GET /api/manage/slips': async (request) => {
      await askForSeveral(request, request.query.orders);
      return readSlips(ctx, request.query);
    },
    'GET /api/manage/invoices': async (request) => {
      await askForSeveral(request, request.query.orders);
      return readInvoices(ctx, request.query);
    },
    'POST /api/manage/invoices': async (request) => {
      await askForSeveral(request, request.body.orders);
      return makeInvoices(ctx, request.body.orders);
    },
    'POST /api/manage/invoice-corrections': async (request) => {
      await askForSeveral(request, request.body.orders);
      return correctInvoices(ctx, request.body.orders);
    },
    'POST /api/manage/credit-notes': async (request) => {
      const { orders } = request.body;
      await askForSeveral(request, orders);
      await makeCreditNotes(ctx, orders);
      return readInvoices(ctx, { orders });
    },
    'GET /api/manage/labels': ({ query }) => readLabels(ctx, query),
    'GET /api/manage/label-sheets': () => labelSheets(ctx),
    'POST /api/manage/label-sheets': ({ body }) => reserveNumbers(ctx, body),
    'GET /api/manage/label-sheets/:id': ({ params: { id } }) => readSheet(ctx, id),
  });
}
