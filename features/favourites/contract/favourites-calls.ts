import type { CallTable } from '#core/contract/calls.ts';
import { favourites, favouritesQuery } from './favourites.ts';

export const favouriteCalls = {
  'GET /api/favourites': {
    about:
      '`?ids=12,37`: up to a hundred specimens in this order, sold ones too, and how many are `missing`; 400 for more',
    who: 'all',
    query: favouritesQuery,
    response: favourites,
  },
} as const satisfies CallTable;

type FavouriteCalls = typeof favouriteCalls;

declare module '#core/contract/calls.ts' {
  interface Calls extends FavouriteCalls {}
}
