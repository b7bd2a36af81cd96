import type { z } from 'zod';
import { idList } from '#core/contract/id-list.ts';
import { ordersQuery } from '#core/contract/selling/orders.ts';

export const MAX_PRINTED_ORDERS = 100;

export const printedOrdersQuery = ordersQuery
  .omit({ page: true })
  .extend({ orders: idList(MAX_PRINTED_ORDERS).optional() });

export type PrintedOrdersQuery = z.infer<typeof printedOrdersQuery>;
