import type { CallTable } from '#core/contract/calls.ts';
import { shelf, shelfQuery } from './shelf.ts';

export const shelfCalls = {
  'GET /api/shelf': {
    about:
      '`?pieces=12,37`: up to six pieces with their outlines, their sizes in words and mm, and proposals; 400 for more',
    who: 'all',
    query: shelfQuery,
    response: shelf,
  },
} as const satisfies CallTable;

type ShelfCalls = typeof shelfCalls;

declare module '#core/contract/calls.ts' {
  interface Calls extends ShelfCalls {}
}
