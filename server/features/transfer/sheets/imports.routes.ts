/** What is left of imports: undoing them, the sheet to fill in, and the specimens that wait for their photos. */
import { z } from 'zod';
import { id } from '#contract/text.ts';
import { awaitingPhotos, importUndone, undoableImports } from '#contract/transfer/imports.ts';
import type { Context } from '#server/context.ts';
import { requireAdmin } from '#server/features/admin/auth/auth.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { awaitingSpecimens } from './awaiting.service.ts';
import { undoableImports as listImports, undoImport } from './imports.service.ts';

export function importRoutes(app: App, ctx: Context): void {
  const onRequest = requireAdmin(ctx);

  app.get('/api/manage/imports', { onRequest, schema: { response: { 200: undoableImports } } }, () => listImports(ctx));

  app.post(
    '/api/manage/imports/:id/undo',
    { onRequest, schema: { params: z.strictObject({ id: z.coerce.number().pipe(id) }), response: { 200: importUndone } } },
    (request) => undoImport(ctx, request.params.id),
  );

  app.get('/api/manage/awaiting-photos', { onRequest, schema: { response: { 200: awaitingPhotos } } }, () => awaitingSpecimens(ctx));

  const sheet = { description: 'A sheet (CSV).', content: { 'text/csv': { schema: z.unknown() } } };
  app.get('/api/manage/empty-sheet', { onRequest, schema: { response: { 200: sheet } } }, async (_request, reply) => {
    const { emptySheet } = await import('./foreign/empty-sheet.ts');
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="specimens to fill in.csv"')
      .send(emptySheet());
  });
}
