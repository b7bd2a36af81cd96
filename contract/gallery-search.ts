/** The gallery's part of the home page's URL, read alike by the page and by the cache in front of it. */
import { type Category, categories } from './categories.ts';
import { type SpecimenSort, specimenSorts } from './specimen-sorts.ts';
import { type SpecimenStatus, specimenStatuses } from './statuses.ts';

/** Only what differs from the plain list. */
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

/** Characters; the rest of a search text is cut off. */
const MAX_SEARCH_LENGTH = 200;

/** Reads the URL's query. Unknown or invalid parts are left out, so that no URL is an error. The keys are always in the same order. */
export function parseGallerySearch(raw: Record<string, unknown>): GallerySearch {
  const text = (name: string, pattern: RegExp) => {
    const value = typeof raw[name] === 'string' ? raw[name].trim() : '';
    return pattern.test(value) ? value : undefined;
  };
  const oneOf = <T extends string>(name: string, values: readonly T[]) => values.find((value) => value === raw[name]);
  const amount = /^\d{1,9}(\.\d{1,2})?$/;
  const found: GallerySearch = {
    search: cutSearch(text('search', /./s) ?? '') || undefined,
    category: oneOf('category', categories),
    status: oneOf('status', specimenStatuses),
    minPrice: text('minPrice', amount),
    maxPrice: text('maxPrice', amount),
    sort: oneOf('sort', specimenSorts),
    cursor: text('cursor', /^[\w-]{1,200}$/),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

/** Search text as it is used: trimmed, well-formed, cut at 200 whole characters. */
export const cutSearch = (text: string): string =>
  Array.from(text.replaceAll('\0', '').toWellFormed().trim()).slice(0, MAX_SEARCH_LENGTH).join('').trim();
