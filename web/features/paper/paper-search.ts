/** The URLs of what is printed. Unknown or invalid parts are left out, so that no URL is an error. */
import { CERTIFICATE_CODE } from '#contract/certificate-rules.ts';
import { orderFilters } from '#contract/order-statuses.ts';
import type { OrdersQuery } from '#contract/orders.ts';
import { type PaperSize, paperSizes } from '#contract/paper-sizes.ts';
import type { ManageQuery } from '#contract/specimens.ts';
import { specimenStatuses } from '#contract/statuses.ts';
import { searchTerm } from '#web/lib/search-term.ts';
import { wholeNumber } from '#web/lib/whole-number.ts';
import { type LabelStock, labelStocks } from './label-stocks.ts';

/** `orders` and `specimens` are ids, separated by commas; without them the filters say what is printed. */
export type OrdersPrintSearch = Pick<OrdersQuery, 'search' | 'filter'> & {
  orders?: string | undefined;
  size?: PaperSize | undefined;
  /** Whether the slips have prices. */
  prices?: 'yes' | undefined;
};
/** `codes` are separated by commas. */
export type CertificatesSearch = { codes?: string | undefined; size?: PaperSize | undefined };
export type LabelsSearch = Pick<ManageQuery, 'search' | 'status' | 'visibility'> & {
  specimens?: string | undefined;
  stock?: LabelStock | undefined;
  /** The place of the first label on a sheet, from 1. */
  first?: number | undefined;
  /** Whether the labels have the price, in code. */
  code?: 'yes' | undefined;
  /** Labels that wait for their pieces instead: the sheet, or a new one. */
  fresh?: number | 'new' | undefined;
};

export type PrintSearch = OrdersPrintSearch | CertificatesSearch | LabelsSearch;

/** What the papers of a page are drawn from. `onSearch` changes the URL. */
export type PaperProps<Search extends PrintSearch> = {
  search: Search;
  timeZone: string;
  onSearch: (search: Search) => void;
  onLoginNeeded: () => void;
};

const ids = (text: unknown): string | undefined =>
  typeof text === 'string' && /^[1-9]\d{0,9}(,[1-9]\d{0,9}){0,499}$/.test(text) ? text : undefined;
const yes = (text: unknown) => (text === 'yes' ? text : undefined);
const defined = <T extends object>(found: T): T =>
  Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) as T;

export const parseOrdersPrintSearch = (raw: Record<string, unknown>): OrdersPrintSearch =>
  defined({
    orders: ids(raw.orders),
    search: searchTerm(raw.search),
    filter: orderFilters.find((filter) => filter === raw.filter),
    size: paperSizes.find((size) => size === raw.size),
    prices: yes(raw.prices),
  });

export const parseCertificatesSearch = (raw: Record<string, unknown>): CertificatesSearch => {
  const isList = typeof raw.codes === 'string' && raw.codes.split(',').every((code) => CERTIFICATE_CODE.test(code));
  return defined({ codes: isList ? String(raw.codes) : undefined, size: paperSizes.find((size) => size === raw.size) });
};

export function parseLabelsSearch(raw: Record<string, unknown>): LabelsSearch {
  return defined({
    specimens: ids(raw.specimens),
    search: searchTerm(raw.search),
    status: specimenStatuses.find((status) => status === raw.status),
    visibility: (['visible', 'hidden'] as const).find((visibility) => visibility === raw.visibility),
    stock: labelStocks.find((stock) => stock === raw.stock),
    first: wholeNumber(raw.first, 2),
    code: yes(raw.code),
    fresh: raw.fresh === 'new' ? 'new' : wholeNumber(raw.fresh, 9),
  });
}
