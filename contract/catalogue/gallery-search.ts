/** The gallery's part of the home page's URL, read alike by the page and by the cache in front of it. */
import { type Filters, filterReaders, isRefusedPrice, oneOf } from './filters.ts';
import { type SpecimenSort, specimenSorts } from './specimen-sorts.ts';

/** Only what differs from the plain list. */
export type GallerySearch = Filters & {
  search?: string;
  /** Every species and place to choose from, not only the most frequent. */
  values?: 'all';
  sort?: SpecimenSort;
  /** Where a page beyond the first begins. */
  cursor?: string;
};

/** Characters; the rest of a search text is cut off. */
const MAX_SEARCH_LENGTH = 200;

/** Search text as it is used: trimmed, well-formed, cut at 200 whole characters. */
export const cutSearch = (text: string): string =>
  Array.from(text.replaceAll('\0', '').toWellFormed().trim()).slice(0, MAX_SEARCH_LENGTH).join('').trim();

const readers: Record<keyof GallerySearch, (text: string) => string | undefined> = {
  search: cutSearch,
  ...filterReaders,
  values: oneOf(['all']),
  sort: oneOf(specimenSorts),
  cursor: (text) => (/^[\w-]{1,200}$/.test(text) ? text : undefined),
};

/** Reads the URL's query. Unknown or invalid parts are left out, so that no URL is an error. The keys are always in the same order. */
export function parseGallerySearch(raw: Record<string, unknown>): GallerySearch {
  return Object.fromEntries(
    Object.entries(readers).flatMap(([name, read]) => {
      const value = typeof raw[name] === 'string' && read(raw[name].trim());
      return value ? [[name, value]] : [];
    }),
  );
}

/** What a list takes of it: without price bounds that are no amounts. */
export const listedSearch = (search: GallerySearch): GallerySearch =>
  Object.fromEntries(Object.entries(search).filter(([name, value]) => !(/Price$/.test(name) && isRefusedPrice(value))));
