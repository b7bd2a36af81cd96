/** Collections: their paths, limits, and the rule that may fill one. Free of schemas, so pages may import it. */
import { type GallerySearch, listedSearch, parseGallerySearch } from './gallery-search.ts';

/** Longest texts, in UTF-16 code units, and how many there may be. */
export const collectionLimits = { name: 200, subtitle: 200, description: 2_000, alt: 500, rule: 2_000, pieces: 1_000, collections: 100 };

export const NAMELESS_COLLECTION = 'Please give the collection a name';

/** What the carousel of the home page names of a collection. */
export const SHOWN_PIECES = 3;
/** Pieces on a page of a collection. */
export const COLLECTION_PAGE_SIZE = 24;

export const collectionPath = (slug: string): string => `/collection/${slug}`;
export const COLLECTION_SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** The gallery's filters and order in a rule: the query of its URL, with or without `?`. */
export function parseRule(rule: string): GallerySearch {
  const { cursor: _, values: __, ...search } = listedSearch(parseGallerySearch(Object.fromEntries(new URLSearchParams(rule))));
  return search;
}

/** A rule in the one spelling in which it is stored; empty: the whole gallery. */
export const ruleOf = (search: GallerySearch): string => new URLSearchParams(parseRule(String(new URLSearchParams(search)))).toString();
