import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Settings } from '#contract/admin/settings.ts';
import type { PublicApi } from '#contract/api.ts';
import { facetNames } from '#contract/catalogue/filters.ts';
import { type GallerySearch, listedSearch } from '#contract/catalogue/gallery-search.ts';
import type { FacetCounts } from '#contract/catalogue/specimens.ts';

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

/**
 * What the filters are called, and the path of the page about a list that one filter alone makes, whatever the sorting; nothing while
 * the values are not counted.
 */
export function readFilters(counted: FacetCounts | null | undefined, search: GallerySearch): { words: string; page: string | undefined } {
  const named = facetNames.filter((name) => name !== 'sold');
  // Only a chosen value has a page, also where it is asked for by another of its names.
  const chosen = named.flatMap((name) => counted?.facets[name]?.values.find(({ value, page }) => page || value === search[name]) ?? []);
  const isAlone = Object.keys(search).filter((name) => name !== 'sort').length === 1;
  return { words: chosen.map(({ label }) => label).join(', '), page: isAlone ? chosen[0]?.page : undefined };
}

/** The title of a page with a list; `words` say what its filters are called. */
export const listTitle = ({ siteTitle, siteTagline }: Settings['general'], { search, category }: GallerySearch, words = '') =>
  [search, words || category, `${siteTitle} – ${siteTagline}`].filter(Boolean).join(' – ');
