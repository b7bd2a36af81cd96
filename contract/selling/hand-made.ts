/** Orders that the admin enters by hand. Free of schemas, so pages may import it. */
import { keysOf } from '#contract/catalogue/statuses.ts';
import type { OrderStatus } from './order-statuses.ts';

/** The statuses that a sale made elsewhere can begin with, the usual one first, with the words for them. */
export const saleStatusTable = {
  delivered: 'Handed over',
  paid: 'Paid, still to ship',
} as const satisfies Partial<Record<OrderStatus, string>>;

/** The same with what is not paid yet, which a show has no use for. */
export const handMadeStatusTable = { ...saleStatusTable, pending: 'On hold, not paid yet' } as const satisfies Partial<
  Record<OrderStatus, string>
>;
export type HandMadeStatus = keyof typeof handMadeStatusTable;
export const handMadeStatuses = keysOf(handMadeStatusTable);

export type SaleStatus = keyof typeof saleStatusTable;
export const saleStatuses = keysOf(saleStatusTable);

/** The button that enters an order by hand. */
export const SELL_BY_HAND = 'Sell or hold by hand';

/** Lines of one sale. */
export const MAX_SOLD_AT_ONCE = 50;

/** UTF-16 code units of the words on how a sale was paid. */
export const MAX_PAID_HOW = 200;
