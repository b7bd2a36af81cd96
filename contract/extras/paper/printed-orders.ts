/** Which orders are printed, or otherwise taken together. */
import { z } from 'zod';
import { ordersQuery } from '#contract/selling/orders.ts';
import { id } from '#contract/text.ts';

/** Orders on one print. */
export const MAX_PRINTED_ORDERS = 100;

/** Ids in a query: `12,13`. */
export const idList = (max: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,9}(,[1-9]\d{0,9})*$/, 'Not a list of ids')
    .transform((text) => [...new Set(text.split(',').map(Number))])
    .pipe(z.array(id).max(max));

/** Which orders: these, or all that the filters of the admin's list show. */
export const printedOrdersQuery = ordersQuery.omit({ page: true }).extend({ orders: idList(MAX_PRINTED_ORDERS).optional() });

export type PrintedOrdersQuery = z.infer<typeof printedOrdersQuery>;
