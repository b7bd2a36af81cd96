/** Unknown or invalid parts are left out, so no URL is an error. */

import type { ManageQuery } from '#core/contract/catalogue/specimens.ts';
import { specimenStatuses } from '#core/contract/catalogue/statuses.ts';
import { orderFilters } from '#core/contract/selling/order-statuses.ts';
import type { OrdersQuery } from '#core/contract/selling/orders.ts';
import { type PaperSize, paperSizes } from '#features/paper/contract/paper-sizes.ts';
import { searchTerm } from '#ui/lib/search-term.ts';
import { wholeNumber } from '#ui/lib/whole-number.ts';
import { type LabelStock, labelStocks } from './label-stocks.ts';

/** Ids are separated by commas; without them the filters say what is printed. */
export type OrdersPrintSearch = Pick<OrdersQuery, 'search' | 'filter'> & {
  orders?: string | undefined;
  size?: PaperSize | undefined;
  prices?: 'yes' | undefined;
};
export type LabelsSearch = Pick<ManageQuery, 'search' | 'status' | 'visibility'> & {
  specimens?: string | undefined;
  stock?: LabelStock | undefined;
  /** The place of the first label on a sheet, from 1. */
  first?: number | undefined;
  frames?: 'yes' | undefined;
  code?: 'yes' | undefined;
  fresh?: number | 'new' | undefined;
};

export type PaperProps<Search> = {
  search: Search;
  timeZone: string;
  onSearch: (search: Search) => void;
};

const ids = (text: unknown): string | undefined =>
  typeof text === 'string' && /^[1-9]\d{0,9}(,[1-9]\d{0,9}){0,499}$/.test(text) ? text : undefined;
const yes = (text: unknown) => (text === 'yes' ? text : undefined);
export const defined = <T extends object>(found: T): T =>
  Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) as T;

export const parseOrdersPrintSearch = (raw: Record<string, unknown>): OrdersPrintSearch =>
  defined({
    orders: ids(raw.orders),
    search: searchTerm(raw.search),
    filter: orderFilters.find((filter) => filter === raw.filter),
    size: paperSizes.find((size) => size === raw.size),
    prices: yes(raw.prices),
  });

export function parseLabelsSearch(raw: Record<string, unknown>): LabelsSearch {
  return defined({
    specimens: ids(raw.specimens),
    search: searchTerm(raw.search),
    status: specimenStatuses.find((status) => status === raw.status),
    visibility: (['visible', 'hidden'] as const).find(
      (visibility) => visibility === raw.visibility,
    ),
    stock: labelStocks.find((stock) => stock === raw.stock),
    first: wholeNumber(raw.first, 2),
    frames: yes(raw.frames),
    code: yes(raw.code),
    fresh: raw.fresh === 'new' ? 'new' : wholeNumber(raw.fresh, 9),
  });
}
