import { queryOptions } from '@tanstack/react-query';
import { specimenList } from '#core/contract/catalogue/specimen-lists.ts';
import type { Favourites } from '#features/favourites/contract/favourites.ts';
import { call } from '#ui/lib/api.ts';

export const favouritesQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['favourites', specimenList(ids)],
    queryFn: (): Promise<Favourites> =>
      ids.length === 0
        ? Promise.resolve({ specimens: [], missing: 0 })
        : call('GET /api/favourites', { query: { ids: specimenList(ids) } }),
    placeholderData: (previous: Favourites | undefined) => previous,
    // Pieces are sold while a page stays open.
    staleTime: 60_000,
  });
