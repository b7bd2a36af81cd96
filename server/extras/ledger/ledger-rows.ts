/** The rows of a payment, refund or fee in the ledger, and their sums. Plain functions, in cents. */
import { parseAmount } from '#contract/money.ts';
import { orderKindTable } from '#contract/selling/order-kinds.ts';
import { orderStatusTable } from '#contract/selling/order-statuses.ts';
import type { MovedMoney } from './moved-money.ts';
import { sharesOf } from './shares.ts';

/** What a payment, refund or fee was for; amounts are those of all pieces of a line, below 0 of a refund. */
export type BookedLine = {
  kind: 'sale' | 'refund' | 'fee';
  specimenId: number | null;
  title: string;
  quantity: number;
  /** Whether its pieces are sold and counted with this row: a cancelled order has given them back. */
  isSold: boolean;
  price: number;
  shipping: number;
  /** null: not known; 0 where the pieces are not counted with this row. */
  cost: number | null;
  /** null: the row is none. */
  fee: number | null;
};

/** A row of its own, without a piece. */
const NO_PIECE = { specimenId: null, quantity: 0, isSold: false, cost: 0 } as const;

/**
 * The lines of a payment, which add up to it: those of an order that is paid in one sum come to what the order did. Shipping is divided by what each line's own
 * would have been, else by price. A refund is one line, and so is a fee.
 */
export function bookedLines(moved: MovedMoney): BookedLine[] {
  const { row, lines, earlier, isLastPayment } = moved;
  if (row.moved === 'fee') return [{ ...NO_PIECE, kind: 'fee', title: 'Payment fee', price: 0, shipping: 0, fee: row.amount_cents }];
  const price = priceIn(row, earlier + row.amount_cents) - priceIn(row, earlier);
  const shipping = row.amount_cents - price;
  if (row.moved === 'refund') {
    const line = moved.line ?? (lines.length === 1 ? lines[0] : undefined);
    const title = line ? `Refund: ${line.title}` : 'Refund';
    const [back, shippingBack] = [-price, -shipping];
    return [{ ...NO_PIECE, kind: 'refund', specimenId: line?.specimen_id ?? null, title, price: back, shipping: shippingBack, fee: null }];
  }
  const isSold = isLastPayment && orderStatusTable[row.status].claim === 'taken';
  if (lines.length === 0)
    return [
      {
        kind: 'sale',
        specimenId: null,
        title: 'Unknown Specimen',
        quantity: 1,
        isSold,
        price,
        shipping,
        cost: isSold ? null : 0,
        fee: null,
      },
    ];
  const prices = lines.map((line) => line.price_cents * line.quantity);
  const own = lines.map((line) => line.shipping_cents * line.quantity);
  const priceShares = sharesOf(price, prices);
  const shippingShares = sharesOf(shipping, own.some((cents) => cents > 0) ? own : prices);
  return lines.map((line, index): BookedLine => {
    const cost = isSold ? parseAmount(line.cost ?? '') : 0;
    return {
      kind: 'sale',
      specimenId: line.specimen_id,
      title: line.title,
      quantity: line.quantity,
      isSold,
      price: priceShares[index] ?? 0,
      shipping: shippingShares[index] ?? 0,
      cost: cost === null ? null : cost * line.quantity,
      fee: null,
    };
  });
}

/** How much of the first cents of an order's money is for its pieces: their price first, then shipping, and again where it was paid again. */
function priceIn({ total_cents: total, shipping_cents: shipping }: MovedMoney['row'], cents: number): number {
  const price = total - shipping;
  return Math.floor(cents / total) * price + Math.min(cents % total, price);
}

/** How an order was paid, a refund was given, or what a fee was charged for was paid, as far as it was noted. */
export function methodOf({ row }: MovedMoney): string {
  if (row.method === 'Venmo' && row.moved === 'payment' && row.venmo_payment_id !== null) return `Venmo ${row.venmo_payment_id}`;
  if (row.method !== null) return row.method;
  if (row.moved === 'refund') return '';
  if (row.paid_how !== null) return row.paid_how;
  if (row.venmo_payment_id !== null) return `Venmo ${row.venmo_payment_id}`;
  if (!orderKindTable[row.kind].isPaidByVenmo) return '';
  return row.venmo_username === null ? '' : 'Venmo';
}

/** Sums of lines. */
export type Sums = { orders: number; pieces: number; price: number; shipping: number };

export const noSums = (): Sums => ({ orders: 0, pieces: 0, price: 0, shipping: 0 });

/** Adds the lines of one payment or refund. */
export function addLines(sums: Sums, lines: readonly BookedLine[]): void {
  if (lines.some(({ isSold }) => isSold)) sums.orders += 1;
  for (const { quantity, isSold, price, shipping } of lines) {
    if (isSold) sums.pieces += quantity;
    sums.price += price;
    sums.shipping += shipping;
  }
}
