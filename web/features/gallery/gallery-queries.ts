import { infiniteQueryOptions } from '@tanstack/react-query';
import type { PublicApi } from '#contract/api.ts';
import { type Category, categories, type SpecimenSort, type SpecimenStatus, specimenSorts, specimenStatuses } from '#contract/words.ts';

/** What the home page's address says of the gallery; everything optional and only what differs from the plain list. */
export type GallerySearch = {
  search?: string;
  category?: Category;
  status?: SpecimenStatus;
  minPrice?: string;
  maxPrice?: string;
  sort?: SpecimenSort;
  /** Where a page beyond the first begins. */
  cursor?: string;
};

/** Reads the address; what it does not understand is left out, so that no address is an error. */
export function parseGallerySearch(raw: Record<string, unknown>): GallerySearch {
  const text = (name: string, pattern: RegExp) => {
    const value = typeof raw[name] === 'string' ? raw[name].trim() : '';
    return pattern.test(value) ? value : undefined;
  };
  const oneOf = <T extends string>(name: string, values: readonly T[]) => values.find((value) => value === raw[name]);
  const amount = /^\d{1,9}(\.\d{1,2})?$/;
  const found: GallerySearch = {
    search: text('search', /./s)?.slice(0, 200).toWellFormed().replaceAll('\0', ''),
    category: oneOf('category', categories),
    status: oneOf('status', specimenStatuses),
    minPrice: text('minPrice', amount),
    maxPrice: text('maxPrice', amount),
    sort: oneOf('sort', specimenSorts),
    cursor: text('cursor', /^[\w-]{1,200}$/),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

/** The gallery's pages, `limit` specimens each, beginning at the address's cursor. */
export const galleryQuery = (api: PublicApi, { cursor, ...filters }: GallerySearch, limit: number) =>
  infiniteQueryOptions({
    queryKey: ['specimens', { ...filters, cursor, limit }],
    queryFn: ({ pageParam }) => api.listSpecimens({ ...filters, visible: 'true', limit, cursor: pageParam }),
    initialPageParam: cursor,
    getNextPageParam: (page) => page.next ?? undefined,
  });
