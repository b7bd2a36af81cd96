import { z } from 'zod';
import { bulkEdit, bulkEdits, bulkPieces, bulkPiecesQuery, newBulkEdit } from '#contract/extras/bulk-edits/bulk-edits.ts';
import { idParam } from '#contract/text.ts';
import type { Context } from '#server/context.ts';
import { requireAdmin } from '#server/features/admin/auth/auth.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { MAX_ADMIN_BODY_BYTES } from '#server/platform/http/json-body.ts';
import { perMinute } from '#server/platform/http/limits.ts';
import { applyBulkEdit, bulkEditPieces, planBulkEdit, undoableBulkEdits, undoBulkEdit } from './bulk-edits.service.ts';

const params = z.object({ id: idParam });

/** One change of many specimens: planned and shown, applied, undone. */
export function bulkEditRoutes(app: App, ctx: Context): void {
  const onRequest = requireAdmin(ctx);
  const config = { rateLimit: perMinute(60) };

  const planned = { config, onRequest, bodyLimit: MAX_ADMIN_BODY_BYTES, schema: { body: newBulkEdit, response: { 201: bulkEdit } } };
  app.post('/api/manage/bulk-edits', planned, async (request, reply) => {
    const plan = await planBulkEdit(ctx, request.body);
    reply.code(201);
    return plan;
  });

  app.get('/api/manage/bulk-edits', { onRequest, schema: { response: { 200: bulkEdits } } }, () => undoableBulkEdits(ctx));

  app.get(
    '/api/manage/bulk-edits/:id/pieces',
    { onRequest, schema: { params, querystring: bulkPiecesQuery, response: { 200: bulkPieces } } },
    ({ params: { id }, query: { from } }) => bulkEditPieces(ctx, id, from),
  );

  const step = { config, onRequest, schema: { params, response: { 200: bulkEdit } } };
  app.post('/api/manage/bulk-edits/:id/apply', step, (request) => applyBulkEdit(ctx, request.params.id));
  app.post('/api/manage/bulk-edits/:id/undo', step, (request) => undoBulkEdit(ctx, request.params.id));
}
