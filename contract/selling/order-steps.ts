/** The steps of an order as its buyer follows them. Free of schemas, so pages may import it. */
import { keysOf } from '#contract/catalogue/statuses.ts';

export const orderStepTable = {
  placed: 'Ordered',
  reported: 'You sent the payment',
  paid: 'Paid',
  shipped: 'With the carrier',
  delivered: 'At your door',
  cancelled: 'Cancelled',
} as const satisfies Record<string, string>;

export const orderStepNames = keysOf(orderStepTable);
