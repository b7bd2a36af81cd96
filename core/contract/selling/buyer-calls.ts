/** Email addresses travel in bodies: URLs are logged. */
import type { CallTable } from '#core/contract/calls.ts';
import { ifMatchHeader } from '#core/contract/if-match.ts';
import { blockedEmails, buyer, buyerChange } from './buyers.ts';

export const buyerCalls = {
  'PATCH /api/manage/buyers': {
    about: '`{"email": …}` with a private `note` or `isBlocked`, see below',
    headers: ifMatchHeader,
    body: buyerChange,
    response: buyer,
  },
  'GET /api/manage/buyers/blocked': {
    about: 'the blocked email addresses',
    response: blockedEmails,
  },
} as const satisfies CallTable;

type BuyerCalls = typeof buyerCalls;

declare module '#core/contract/calls.ts' {
  interface Calls extends BuyerCalls {}
}
