import type { CallTable } from '#core/contract/calls.ts';
import { bulkMoveInput, bulkMovePlan, bulkMoveQuery, bulkMoveReport } from './bulk-shipping.ts';

export const bulkShippingCalls = {
  'GET /api/manage/orders/moves': {
    about: 'what that would do to `orders=12,13`',
    query: bulkMoveQuery,
    response: bulkMovePlan,
  },
  'POST /api/manage/orders/moves': {
    about: 'marks several orders shipped or delivered',
    body: bulkMoveInput,
    response: bulkMoveReport,
  },
} as const satisfies CallTable;

type BulkShippingCalls = typeof bulkShippingCalls;

declare module '#core/contract/calls.ts' {
  interface Calls extends BulkShippingCalls {}
}
