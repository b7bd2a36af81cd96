/**
 * A filter needs an entry here, a source and labels in
 * `core/server/catalogue/specimens/facets/facet-sources.ts`, and a field in the filter bar; the
 * compiler names what is missing.
 */

import { parseAmount } from '#core/contract/money.ts';
import { keysOf } from '#core/contract/tables.ts';
import { categories } from './categories.ts';
import { slugOf } from './specimen-urls.ts';
import { specimenStatuses } from './statuses.ts';

/** undefined or empty: not set. A reader leaves alone what it has made. */
type Reader<T extends string> = (text: string) => T | undefined;

export const oneOf =
  <const T extends string>(values: readonly T[]) =>
  (text: string): T | undefined =>
    values.find((value) => value === text);

const MAX_REFUSED_LENGTH = 20;

/** Days since a piece was added. */
export const newWithinDays = ['7', '30', '90'] as const;

/** What is no amount stays as typed, for the page to refuse. */
const readPrice: Reader<string> = (text) =>
  parseAmount(text) === null
    ? text.slice(0, MAX_REFUSED_LENGTH).trim()
    : text.replace(/[$,\s]/g, '');

/** Lists ignore a bound that is no amount. */
export const isRefusedPrice = (text: string | undefined): boolean =>
  text !== undefined && parseAmount(text) === null;

/** Species, size and color are slugs: an unknown one finds nothing. */
export const filterReaders = {
  category: oneOf(categories),
  status: oneOf(specimenStatuses),
  species: slugOf,
  /** A place stands for everything beneath it. */
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
export type Filters = {
  [Name in FilterName]?: NonNullable<ReturnType<(typeof filterReaders)[Name]>>;
};
/** Price bounds are not counted. */
export type FacetName = Exclude<FilterName, 'minPrice' | 'maxPrice'>;

/** In the order of the filter bar. */
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
