import type { CallTable } from '#core/contract/calls.ts';
import { bulkEdit, bulkEdits, bulkPieces, bulkPiecesQuery, newBulkEdit } from './bulk-edits.ts';

export const bulkEditCalls = {
  'POST /api/manage/bulk-edits': {
    about: '201; plans one change of many specimens, see below',
    limit: 60,
    body: newBulkEdit,
    response: bulkEdit,
    status: 201,
  },
  'GET /api/manage/bulk-edits': { about: 'the bulk edits that can be undone', response: bulkEdits },
  'GET /api/manage/bulk-edits/:id/pieces': {
    about: 'what a bulk edit does to each specimen, page by page',
    query: bulkPiecesQuery,
    response: bulkPieces,
  },
  'POST /api/manage/bulk-edits/:id/apply': {
    about: 'applies a planned bulk edit',
    limit: 60,
    response: bulkEdit,
  },
  'POST /api/manage/bulk-edits/:id/undo': {
    about: 'undoes an applied bulk edit',
    limit: 60,
    response: bulkEdit,
  },
} as const satisfies CallTable;

type BulkEditCalls = typeof bulkEditCalls;

declare module '#core/contract/calls.ts' {
  interface Calls extends BulkEditCalls {}
}
