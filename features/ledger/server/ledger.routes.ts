import { Readable } from 'node:stream';
import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import { ledgerCalls } from '#features/ledger/contract/ledger-calls.ts';
import type { App } from '#platform/http/app-type.ts';
import { ledgerRows, readLedger } from './ledger.service.ts';

export function ledgerRoutes(app: App, ctx: Context): void {
  addCalls(app, ctx, ledgerCalls, {
    'GET /api/manage/ledger': ({ query: { year } }) => readLedger(ctx, year),
    'GET /api/manage/ledger.csv': async (request, reply) => {
      const [{ ledgerSheet }, { year, batches }] = await Promise.all([
        import('./ledger-sheet.ts'),
        ledgerRows(ctx, request.query.year),
      ]);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="druse-ledger-${year}.csv"`)
        .send(Readable.from(ledgerSheet(batches)));
    },
  });
}
