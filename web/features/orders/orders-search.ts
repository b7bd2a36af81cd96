import type { OrdersQuery } from '#contract/orders.ts';
import { orderStatuses } from '#contract/statuses.ts';
import { wholeNumber } from '#web/lib/whole-number.ts';

/** The query of /orders: what is listed, and the order that is opened. */
export type OrdersSearch = OrdersQuery & { order?: number | undefined };

export const orderFilters = [...orderStatuses, 'overdue'] as const;

/** Reads the query; what it does not understand is left out, so no URL is an error. */
export function parseOrdersSearch(raw: Record<string, unknown>): OrdersSearch {
  const text = typeof raw.search === 'string' ? raw.search.slice(0, 200).toWellFormed().replaceAll('\0', '') : '';
  const page = wholeNumber(raw.page, 6);
  const found: OrdersSearch = {
    search: text.trim() === '' ? undefined : text,
    filter: orderFilters.find((filter) => filter === raw.filter),
    page: page === 1 ? undefined : page,
    order: wholeNumber(raw.order, 9),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}
