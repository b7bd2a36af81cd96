/** Pages import this: keep schemas out. */
import { type GallerySearch, listedSearch, parseGallerySearch } from './gallery-search.ts';

/** Texts in UTF-16 code units. */
export const collectionLimits = {
  name: 200,
  subtitle: 200,
  description: 2_000,
  alt: 500,
  rule: 2_000,
  pieces: 1_000,
  collections: 100,
};

export const NAMELESS_COLLECTION = 'Please give the collection a name';

export const SHOWN_PIECES = 3;
export const COLLECTION_PAGE_SIZE = 24;

export const collectionPath = (slug: string): string => `/collection/${slug}`;
export const COLLECTION_SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** The gallery's filters and order in a rule: the query of its URL, with or without `?`. */
export function parseRule(rule: string): GallerySearch {
  const {
    cursor: _,
    values: __,
    ...search
  } = listedSearch(parseGallerySearch(Object.fromEntries(new URLSearchParams(rule))));
  return search;
}

/** Spells a rule as it is stored; empty: the whole gallery. */
export const ruleOf = (search: GallerySearch): string =>
  new URLSearchParams(parseRule(String(new URLSearchParams(search)))).toString();
