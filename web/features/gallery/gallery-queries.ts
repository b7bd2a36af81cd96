import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { PublicApi } from '#contract/api.ts';
import { type GallerySearch, listedSearch } from '#contract/gallery-search.ts';

/** Every cached gallery, whatever its filters. */
export const galleryKey = ['specimens'] as const;

/** The gallery's pages, `limit` specimens each, beginning at the URL's cursor. */
export function galleryQuery(api: PublicApi, search: GallerySearch, limit: number) {
  const { cursor, values, ...filters } = listedSearch(search);
  return infiniteQueryOptions({
    queryKey: [...galleryKey, { ...filters, cursor, limit }],
    queryFn: ({ pageParam }) => api.listSpecimens({ ...filters, visible: 'true', limit, cursor: pageParam }),
    initialPageParam: cursor,
    getNextPageParam: (page) => page.next ?? undefined,
  });
}

/** What the gallery can be filtered by, with counts. */
export function facetsQuery(api: PublicApi, search: GallerySearch) {
  const { cursor, sort, ...filters } = listedSearch(search);
  return queryOptions({
    queryKey: [...galleryKey, 'facets', filters],
    queryFn: () => api.countFacets(filters),
  });
}
