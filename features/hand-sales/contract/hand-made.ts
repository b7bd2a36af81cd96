/** This file is free of schemas, so pages may import it. */

import type { OrderStatus } from '#core/contract/selling/order-statuses.ts';
import { keysOf } from '#core/contract/tables.ts';

export const saleStatusTable = {
  delivered: 'Handed over',
  paid: 'Paid, still to ship',
} as const satisfies Partial<Record<OrderStatus, string>>;

/** A show has no use for what is not paid yet. */
export const handMadeStatusTable = {
  ...saleStatusTable,
  pending: 'On hold, not paid yet',
} as const satisfies Partial<Record<OrderStatus, string>>;
export type HandMadeStatus = keyof typeof handMadeStatusTable;
export const handMadeStatuses = keysOf(handMadeStatusTable);

export type SaleStatus = keyof typeof saleStatusTable;
export const saleStatuses = keysOf(saleStatusTable);

export const SELL_BY_HAND = 'Sell or hold by hand';

export const SHIPPING_MISSING = 'Enter the shipping, or 0 if it’s free.';

export const MAX_SOLD_AT_ONCE = 50;
