/** The email address is in the body: URLs end up in logs. */
import type { CallTable } from '#core/contract/calls.ts';
import { buyerData, buyerDataCounts, buyerDataQuery, buyerErasure } from './buyer-data.ts';

export const buyerDataCalls = {
  'POST /api/manage/buyer-data': {
    about: 'how much is stored under an `email`',
    body: buyerDataQuery,
    response: buyerDataCounts,
  },
  'POST /api/manage/buyer-data/export': {
    about: 'all that is stored under an `email`',
    confirmed: 'always',
    body: buyerDataQuery,
    response: buyerData,
  },
  'POST /api/manage/buyer-data/erase': {
    about:
      '204; erases what is stored under an `email`; with `evenOpen`, that of unpaid orders too',
    confirmed: 'always',
    body: buyerErasure,
  },
} as const satisfies CallTable;

type BuyerDataCalls = typeof buyerDataCalls;

declare module '#core/contract/calls.ts' {
  interface Calls extends BuyerDataCalls {}
}
