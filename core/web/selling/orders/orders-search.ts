import { orderFilters } from '#core/contract/selling/order-statuses.ts';
import type { OrdersQuery } from '#core/contract/selling/orders.ts';
import { searchTerm } from '#ui/lib/search-term.ts';
import { wholeNumber } from '#ui/lib/whole-number.ts';

/** `order`: the one that is opened. */
export type OrdersSearch = OrdersQuery & { order?: number | undefined };

/** Leaves out what it does not understand, so that no URL is an error. */
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
