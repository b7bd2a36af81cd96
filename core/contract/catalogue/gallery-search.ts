/** The page and the cache in front of it read the URL alike. */
import { type Filters, filterReaders, isRefusedPrice, oneOf } from './filters.ts';
import { type SpecimenSort, specimenSorts } from './specimen-sorts.ts';

/** Only what differs from the plain list. */
export type GallerySearch = Filters & {
  search?: string;
  values?: 'all';
  sort?: SpecimenSort;
  cursor?: string;
};

/** Characters; the rest is cut off. */
const MAX_SEARCH_LENGTH = 200;

/** Cuts at 200 whole characters. */
const cutSearch = (text: string): string =>
  Array.from(text.replaceAll('\0', '').toWellFormed().trim())
    .slice(0, MAX_SEARCH_LENGTH)
    .join('')
    .trim();

const readers: Record<keyof GallerySearch, (text: string) => string | undefined> = {
  search: cutSearch,
  ...filterReaders,
  values: oneOf(['all']),
  sort: oneOf(specimenSorts),
  cursor: (text) => (/^[\w-]{1,200}$/.test(text) ? text : undefined),
};

/**
 * Leaves out unknown or invalid parts, so that no URL is an error. The keys are always in the same
 * order.
 */
export function parseGallerySearch(raw: Record<string, unknown>): GallerySearch {
  return Object.fromEntries(
    Object.entries(readers).flatMap(([name, read]) => {
      const value = typeof raw[name] === 'string' && read(raw[name].trim());
      return value ? [[name, value]] : [];
    }),
  );
}

export const listedSearch = (search: GallerySearch): GallerySearch =>
  Object.fromEntries(
    Object.entries(search).filter(
      ([name, value]) => !(/Price$/.test(name) && isRefusedPrice(value)),
    ),
  );
