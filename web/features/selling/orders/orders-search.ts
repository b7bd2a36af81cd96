import { orderFilters } from '#contract/selling/order-statuses.ts';
import type { OrdersQuery } from '#contract/selling/orders.ts';
import { searchTerm } from '#web/lib/search-term.ts';
import { wholeNumber } from '#web/lib/whole-number.ts';

/** The query of /orders: what is listed, and the order that is opened. */
export type OrdersSearch = OrdersQuery & { order?: number | undefined };

/** Reads the query; what it does not understand is left out, so no URL is an error. */
export function parseOrdersSearch(raw: Record<string, unknown>): OrdersSearch {
  const page = wholeNumber(raw.page, 6);
  const found: OrdersSearch = {
    search: searchTerm(raw.search),
    filter: orderFilters.find((filter) => filter === raw.filter),
    page: page === 1 ? undefined : page,
    order: wholeNumber(raw.order, 9),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}
