/** Which orders are printed, or otherwise taken together. */
import type { z } from 'zod';
import { idList } from '#contract/id-list.ts';
import { ordersQuery } from '#contract/selling/orders.ts';

/** Orders on one print. */
export const MAX_PRINTED_ORDERS = 100;

/** Which orders: these, or all that the filters of the admin's list show. */
export const printedOrdersQuery = ordersQuery.omit({ page: true }).extend({ orders: idList(MAX_PRINTED_ORDERS).optional() });

export type PrintedOrdersQuery = z.infer<typeof printedOrdersQuery>;
