import type { CallTable } from '#core/contract/calls.ts';
import { cancelReport } from '#core/contract/selling/order-edits.ts';
import { orderSource, strangersReport } from './new-buyers.ts';

export const newBuyersCalls = {
  'GET /api/manage/strangers': {
    about: 'what is on hold for new buyers, whose email addresses are unverified, by source',
    response: strangersReport,
  },
  'POST /api/manage/strangers/cancel': {
    about:
      '`{"by": "network", "value": "203.0.113.0/24"}`: cancels all of these orders from one source',
    body: orderSource,
    response: cancelReport,
  },
} as const satisfies CallTable;

type NewBuyersCalls = typeof newBuyersCalls;

declare module '#core/contract/calls.ts' {
  interface Calls extends NewBuyersCalls {}
}
