import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import { bulkEditCalls } from '#features/bulk-edits/contract/bulk-edits-calls.ts';
import type { App } from '#platform/http/app-type.ts';
import { MAX_ADMIN_BODY_BYTES } from '#platform/http/json-body.ts';
import {
  applyBulkEdit,
  bulkEditPieces,
  planBulkEdit,
  undoableBulkEdits,
  undoBulkEdit,
} from './bulk-edits.service.ts';

export function bulkEditRoutes(app: App, ctx: Context): void {
  addCalls(app, ctx, bulkEditCalls, {
    'POST /api/manage/bulk-edits': {
      bodyLimit: MAX_ADMIN_BODY_BYTES,
      handle: ({ body }) => planBulkEdit(ctx, body),
    },
    'GET /api/manage/bulk-edits': () => undoableBulkEdits(ctx),
    'GET /api/manage/bulk-edits/:id/pieces': ({ params: { id }, query: { from } }) =>
      bulkEditPieces(ctx, id, from),
    'POST /api/manage/bulk-edits/:id/apply': ({ params: { id } }) => applyBulkEdit(ctx, id),
    'POST /api/manage/bulk-edits/:id/undo': ({ params: { id } }) => undoBulkEdit(ctx, id),
  });
}
