/**
 * The gallery's filters: their names in URLs, and how each value is read. A new one is an entry here, its source and labels in
 * `server/features/catalogue/specimens/facets/facet-sources.ts`, and its field in the filter bar; the compiler names what is missing.
 */

import { parseAmount } from '#contract/money.ts';
import { categories } from './categories.ts';
import { slugOf } from './specimen-urls.ts';
import { keysOf, specimenStatuses } from './statuses.ts';

/** Reads what a URL or a form says; undefined or empty: not set. A reader leaves alone what it has made. */
type Reader<T extends string> = (text: string) => T | undefined;

export const oneOf =
  <const T extends string>(values: readonly T[]) =>
  (text: string): T | undefined =>
    values.find((value) => value === text);

const MAX_REFUSED_LENGTH = 20;

/** Choices for what counts as new: added within the last 7, 30 or 90 days. */
export const newWithinDays = ['7', '30', '90'] as const;

/** An amount in plain figures: `$1,000` is `1000`. What is none is left as it was typed, for the page to refuse in words. */
const readPrice: Reader<string> = (text) =>
  parseAmount(text) === null ? text.slice(0, MAX_REFUSED_LENGTH).trim() : text.replace(/[$,\s]/g, '');

/** Whether a price bound is no amount; lists do not take it. */
export const isRefusedPrice = (text: string | undefined): boolean => text !== undefined && parseAmount(text) === null;

/** Species, size and colour are slugs of names: one that the shop does not have finds nothing. */
export const filterReaders = {
  category: oneOf(categories),
  status: oneOf(specimenStatuses),
  /** The slug of a species or a variety. */
  species: slugOf,
  /** The id of a place: everything beneath it. */
  locality: (text: string) => (/^[1-9]\d{0,8}$/.test(text) ? text : undefined),
  size: slugOf,
  colour: slugOf,
  fluorescent: oneOf(['yes']),
  disclosure: oneOf(['disclosed', 'none']),
  days: oneOf(newWithinDays),
  sold: oneOf(['hide']),
  minPrice: readPrice,
  maxPrice: readPrice,
} satisfies Record<string, Reader<string>>;

export type FilterName = keyof typeof filterReaders;
export type Filters = { [Name in FilterName]?: NonNullable<ReturnType<(typeof filterReaders)[Name]>> };
/** The filters whose values can be counted: all but the bounds of the price. */
export type FacetName = Exclude<FilterName, 'minPrice' | 'maxPrice'>;

/** What each is called above its values, in the order of the filter bar. */
export const facetLabels: Record<FacetName, string> = {
  category: 'Category',
  species: 'Species',
  locality: 'Locality',
  size: 'Size',
  colour: 'Color',
  status: 'Availability',
  fluorescent: 'Fluorescence',
  disclosure: 'Repairs',
  days: 'New',
  sold: 'Sold pieces',
};
export const facetNames = keysOf(facetLabels);
export const filterNames = Object.keys(filterReaders) as FilterName[];
