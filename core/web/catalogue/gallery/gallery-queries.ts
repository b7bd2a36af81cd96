import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Settings } from '#core/contract/admin/settings.ts';
import type { PublicApi } from '#core/contract/api.ts';
import { facetNames } from '#core/contract/catalogue/filters.ts';
import { type GallerySearch, listedSearch } from '#core/contract/catalogue/gallery-search.ts';
import type { FacetCounts } from '#core/contract/catalogue/specimens.ts';

export const galleryKey = ['specimens'] as const;

export function galleryQuery(api: PublicApi, search: GallerySearch, limit: number) {
  const { cursor, values, ...filters } = listedSearch(search);
  return infiniteQueryOptions({
    queryKey: [...galleryKey, { ...filters, cursor, limit }],
    queryFn: ({ pageParam }) =>
      api.listSpecimens({ ...filters, visible: 'true', limit, cursor: pageParam }),
    initialPageParam: cursor,
    getNextPageParam: (page) => page.next ?? undefined,
  });
}

export function facetsQuery(api: PublicApi, search: GallerySearch) {
  const { cursor, sort, ...filters } = listedSearch(search);
  return queryOptions({
    queryKey: [...galleryKey, 'facets', filters],
    queryFn: () => api.countFacets(filters),
  });
}

/** Returns nothing while values are not counted. */
export function readFilters(
  counted: FacetCounts | null | undefined,
  search: GallerySearch,
): { words: string; page: string | undefined } {
  const named = facetNames.filter((name) => name !== 'sold');
  // Only a chosen value has a page, also under another of its names.
  const chosen = named.flatMap(
    (name) =>
      counted?.facets[name]?.values.find(({ value, page }) => page || value === search[name]) ?? [],
  );
  const isAlone = Object.keys(search).filter((name) => name !== 'sort').length === 1;
  return {
    words: chosen.map(({ label }) => label).join(', '),
    page: isAlone ? chosen[0]?.page : undefined,
  };
}

export const listTitle = (
  { siteTitle, siteTagline }: Settings['general'],
  { search, category }: GallerySearch,
  words = '',
) => [search, words || category, `${siteTitle} – ${siteTagline}`].filter(Boolean).join(' – ');
