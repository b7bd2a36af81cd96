/** The rows of one order in the ledger, and their sums. Plain functions, in cents. */
import { parseAmount } from '#contract/money.ts';
import { orderKindTable } from '#contract/selling/order-kinds.ts';
import type { PaidOrder } from './paid-orders.ts';
import { sharesOf } from './shares.ts';

/** A line of an order; amounts are those of all its pieces. */
export type SoldLine = {
  specimenId: number | null;
  title: string;
  quantity: number;
  price: number;
  shipping: number;
  /** null: not known. */
  cost: number | null;
};

/**
 * The lines of an order, whose prices and shipping add up to what the order came to. Shipping is divided by what each line's own would have been, else by price.
 */
export function soldLines({ order, lines }: PaidOrder): SoldLine[] {
  const prices = lines.map((line) => line.price_cents * line.quantity);
  const own = lines.map((line) => line.shipping_cents * line.quantity);
  const shipping = sharesOf(order.shipping_cents, own.some((cents) => cents > 0) ? own : prices);
  const sold = lines.map((line, index): SoldLine => {
    const cost = parseAmount(line.cost ?? '');
    return {
      specimenId: line.specimen_id,
      title: line.title,
      quantity: line.quantity,
      price: prices[index] ?? 0,
      shipping: shipping[index] ?? 0,
      cost: cost === null ? null : cost * line.quantity,
    };
  });
  if (sold.length > 0) return sold;
  const price = order.total_cents - order.shipping_cents;
  return [{ specimenId: null, title: 'Unknown Specimen', quantity: 1, price, shipping: order.shipping_cents, cost: null }];
}

/** How an order was paid, as far as it was noted. */
export function paymentOf({ order }: PaidOrder): string {
  if (order.paid_how !== null) return order.paid_how;
  if (order.venmo_payment_id !== null) return `Venmo ${order.venmo_payment_id}`;
  if (!orderKindTable[order.kind].isPaidByVenmo) return '';
  return order.venmo_username === null ? '' : 'Venmo';
}

/** Sums of lines. */
export type Sums = { orders: number; pieces: number; price: number; shipping: number };

export const noSums = (): Sums => ({ orders: 0, pieces: 0, price: 0, shipping: 0 });

export function addOrder(sums: Sums, lines: readonly SoldLine[]): void {
  sums.orders += 1;
  for (const { quantity, price, shipping } of lines) {
    sums.pieces += quantity;
    sums.price += price;
    sums.shipping += shipping;
  }
}
