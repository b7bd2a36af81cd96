import type { CallTable } from '#core/contract/calls.ts';
import { receiptInput } from '#features/hand-sales/contract/sales.ts';
import { showClaims, showPieces, showTakings, takingsQuery } from './show.ts';

export const showCalls = {
  'GET /api/manage/show': {
    about:
      'what a device takes to a mineral show: the pieces for sale, at most 10,000, with their prices in code',
    response: showPieces,
  },
  'GET /api/manage/show/pieces/:id': {
    about: 'the latest ten orders with pieces of a specimen, and how many pieces are `free`',
    response: showClaims,
  },
  'GET /api/manage/show/takings': {
    about: 'the takings of a `day`, by kind of payment and one by one',
    query: takingsQuery,
    response: showTakings,
  },
  'POST /api/manage/show/holds/:id/release': {
    about: '204; releases a hold by hand; may be repeated',
  },
  'POST /api/manage/show/sales/:id/receipt': {
    about:
      '204; `{"email": …, "key": …}`: emails the receipt of a sale made elsewhere; the same key writes once',
    body: receiptInput,
  },
} as const satisfies CallTable;

type ShowCalls = typeof showCalls;

declare module '#core/contract/calls.ts' {
  interface Calls extends ShowCalls {}
}
