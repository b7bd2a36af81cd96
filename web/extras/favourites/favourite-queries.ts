import { queryOptions } from '@tanstack/react-query';
import { specimenList } from '#contract/catalogue/specimen-lists.ts';
import type { Favourites } from '#contract/extras/favourites/favourites.ts';
import { call, queryString } from '#web/lib/api.ts';

/** The pieces of a list. What stood in it a moment ago stays while the changed list is asked for. */
export const favouritesQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['favourites', specimenList(ids)],
    queryFn: (): Promise<Favourites> =>
      ids.length === 0
        ? Promise.resolve({ specimens: [], missing: 0 })
        : call<Favourites>(`/api/favourites${queryString({ ids: specimenList(ids) })}`),
    placeholderData: (previous: Favourites | undefined) => previous,
    // Pieces are sold while a page stays open.
    staleTime: 60_000,
  });
