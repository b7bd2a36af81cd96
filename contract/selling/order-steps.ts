/** The steps of an order as its buyer follows them. Free of schemas, so pages may import it. */
import { keysOf } from '#contract/catalogue/statuses.ts';

export const orderStepTable = {
  placed: 'Ordered',
  reported: 'Payment sent',
  paid: 'Paid',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
} as const satisfies Record<string, string>;

export const orderStepNames = keysOf(orderStepTable);
