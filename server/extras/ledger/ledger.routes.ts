/** The admin's ledger of a year. */
import { Readable } from 'node:stream';
import { z } from 'zod';
import { ledger, ledgerQuery } from '#contract/extras/ledger/ledger.ts';
import type { Context } from '#server/context.ts';
import { requireAdmin } from '#server/features/admin/auth/auth.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { ledgerRows, readLedger } from './ledger.service.ts';

const sheet = { description: 'A sheet.', content: { 'text/csv': { schema: z.unknown() } } };

export function ledgerRoutes(app: App, ctx: Context): void {
  const onRequest = requireAdmin(ctx);

  app.get('/api/manage/ledger', { onRequest, schema: { querystring: ledgerQuery, response: { 200: ledger } } }, async (request) =>
    readLedger(ctx, request.query.year),
  );

  app.get(
    '/api/manage/ledger.csv',
    { onRequest, schema: { querystring: ledgerQuery, response: { 200: sheet } } },
    async (request, reply) => {
      const [{ ledgerSheet }, { year, batches }] = await Promise.all([import('./ledger-sheet.ts'), ledgerRows(ctx, request.query.year)]);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="druse-ledger-${year}.csv"`)
        .send(Readable.from(ledgerSheet(batches)));
    },
  );
}
