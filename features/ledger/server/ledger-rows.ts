import { parseAmount } from '#core/contract/money.ts';
import { orderKindTable } from '#core/contract/selling/order-kinds.ts';
import { orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import type { LineWithCost, MovedMoney } from './moved-money.ts';
import { sharesOf } from './shares.ts';

/** Amounts are in cents, for all pieces of a line, below 0 of a refund. */
export type BookedLine = {
  kind: 'sale' | 'refund' | 'fee';
  specimenId: number | null;
  title: string;
  /** Pieces that were sold with this row: those of an order count once, with its last payment. */
  quantity: number;
  /** Whether the order counts with this row. */
  isSold: boolean;
  price: number;
  shipping: number;
  /** The share of what the pieces had cost; null: not known. */
  cost: number | null;
  fee: number | null;
};

const NO_PIECE = { specimenId: null, quantity: 0, isSold: false, cost: 0 } as const;

/**
 * The lines add up to the payment. Shipping is divided by what each line's own would have been,
 * else by price. A refund is one line, and so is a fee.
 */
export function bookedLines(moved: MovedMoney): BookedLine[] {
  const { row, lines, earlier, isLastPayment } = moved;
  if (row.moved === 'fee')
    return [
      {
        ...NO_PIECE,
        kind: 'fee',
        title: 'Payment fee',
        price: 0,
        shipping: 0,
        fee: row.amount_cents,
      },
    ];
  const [before, after] = [priceIn(row, earlier), priceIn(row, earlier + row.amount_cents)];
  const price = after - before;
  const shipping = row.amount_cents - price;
  const { claim } = orderStatusTable[row.status];
  // A cancelled order has given its pieces back.
  const hasCost = claim !== 'none';
  if (row.moved === 'refund') {
    const line = moved.line ?? (lines.length === 1 ? lines[0] : undefined);
    const title = line ? `Refund: ${line.title}` : 'Refund';
    const [back, shippingBack] = [-price, -shipping];
    return [
      {
        ...NO_PIECE,
        kind: 'refund',
        specimenId: line?.specimen_id ?? null,
        title,
        price: back,
        shipping: shippingBack,
        // What pieces of unknown cost brought is no profit, so what goes back of it is no loss.
        cost: hasCost && line && costOf(line) === null ? null : 0,
        fee: null,
      },
    ];
  }
  const isSold = isLastPayment && claim === 'taken';
  const whole = row.total_cents - row.shipping_cents;
  /** How much of the line's cost has come back with the first cents of the order's price. */
  const returned = (cost: number, cents: number) => {
    const paid = Math.min(cents, whole);
    return whole === 0 ? 0 : (sharesOf(cost, [paid, whole - paid])[0] ?? 0);
  };
  const costIn = (line: LineWithCost): number | null => {
    const cost = costOf(line);
    if (!hasCost) return 0;
    return cost && (isSold ? cost : returned(cost, after)) - returned(cost, before);
  };
  if (lines.length === 0)
    return [
      {
        kind: 'sale',
        specimenId: null,
        title: 'Unknown Specimen',
        quantity: isSold ? 1 : 0,
        isSold,
        price,
        shipping,
        cost: hasCost ? null : 0,
        fee: null,
      },
    ];
  const prices = lines.map((line) => line.price_cents * line.quantity);
  const own = lines.map((line) => line.shipping_cents * line.quantity);
  const priceShares = sharesOf(price, prices);
  const shippingShares = sharesOf(shipping, own.some((cents) => cents > 0) ? own : prices);
  return lines.map(
    (line, index): BookedLine => ({
      kind: 'sale',
      specimenId: line.specimen_id,
      title: line.title,
      quantity: isSold ? line.quantity : 0,
      isSold,
      price: priceShares[index] ?? 0,
      shipping: shippingShares[index] ?? 0,
      cost: costIn(line),
      fee: null,
    }),
  );
}

/** What all pieces of a line had cost, in cents; null: not known. */
function costOf({ cost, quantity }: LineWithCost): number | null {
  const cents = parseAmount(cost ?? '');
  return cents === null ? null : cents * quantity;
}

/** Pays for pieces first, then shipping, and again where it was paid again. */
function priceIn(
  { total_cents: total, shipping_cents: shipping }: MovedMoney['row'],
  cents: number,
): number {
  const price = total - shipping;
  return Math.floor(cents / total) * price + Math.min(cents % total, price);
}

/** Empty where nothing was noted; a fee has its payment's method. */
export function methodOf({ row }: MovedMoney): string {
  if (row.method === 'Venmo' && row.moved === 'payment' && row.venmo_payment_id !== null)
    return `Venmo ${row.venmo_payment_id}`;
  if (row.method !== null) return row.method;
  if (row.moved === 'refund') return '';
  if (row.paid_how !== null) return row.paid_how;
  if (row.venmo_payment_id !== null) return `Venmo ${row.venmo_payment_id}`;
  if (!orderKindTable[row.kind].isPaidByVenmo) return '';
  return row.venmo_username === null ? '' : 'Venmo';
}

export type Sums = { orders: number; pieces: number; price: number; shipping: number };

export const noSums = (): Sums => ({ orders: 0, pieces: 0, price: 0, shipping: 0 });

export function addLines(sums: Sums, lines: readonly BookedLine[]): void {
  if (lines.some(({ isSold }) => isSold)) sums.orders += 1;
  for (const { quantity, price, shipping } of lines) {
    sums.pieces += quantity;
    sums.price += price;
    sums.shipping += shipping;
  }
}
