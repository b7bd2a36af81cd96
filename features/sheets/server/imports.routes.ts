import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import { importedCalls } from '#features/sheets/contract/sheet-calls.ts';
import type { App } from '#platform/http/app-type.ts';
import { awaitingSpecimens } from './awaiting.service.ts';
import { undoableImports, undoImport } from './imports.service.ts';

export function importRoutes(app: App, ctx: Context): void {
  addCalls(app, ctx, importedCalls, {
    'GET /api/manage/imports': () => undoableImports(ctx),
    'POST /api/manage/imports/:id/undo': ({ params }) => undoImport(ctx, params.id),
    'GET /api/manage/awaiting-photos': () => awaitingSpecimens(ctx),
    'GET /api/manage/empty-sheet': async (_request, reply) => {
      const { emptySheet } = await import('./foreign/empty-sheet.ts');
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="specimens to fill in.csv"')
        .send(emptySheet());
    },
  });
}
