import { z } from 'zod';
import { orderStatus } from '#core/contract/selling/orders.ts';
import { amount, id } from '#core/contract/text.ts';
import { seller } from '#features/paper/contract/paper.ts';
import { paperSizes } from '#features/paper/contract/paper-sizes.ts';

/** Rows on the page and on paper; the CSV file has all. */
export const MAX_LEDGER_ROWS = 2_000;

export const ledgerQuery = z.strictObject({
  year: z.coerce.number().int().min(1970).max(2199).optional(),
});

/**
 * An order line that was paid, a refund, or a fee. Amounts are of all its pieces, below 0 of a
 * refund.
 */
export const ledgerRow = z.object({
  kind: z.enum(['sale', 'refund', 'fee']),
  orderId: id,
  /** The day, in the shop's time zone, of payment, refund or fee: `2026-11-21`. */
  paidOn: z.string(),
  status: orderStatus,
  /** Null once the specimen has been deleted. */
  specimenId: id.nullable(),
  title: z.string(),
  catalogueNumber: z.string().nullable(),
  /** Pieces sold, which count with the order's last payment alone, and not once it is cancelled. */
  quantity: z.int(),
  price: amount,
  shipping: amount,
  total: amount,
  /** What the pieces had cost, with each payment its share; null: not known. */
  cost: amount.nullable(),
  /** Price less cost; null where the cost is not known. */
  profit: amount.nullable(),
  /** What the payment service kept; null: the row is no fee. */
  fee: amount.nullable(),
  /** Empty where nothing was noted. */
  payment: z.string(),
  /** From the postal address: two letters of a state of the USA, else null. */
  state: z.string().nullable(),
  /** Null where the address does not say. */
  country: z.string().nullable(),
});

const sums = z.object({
  orders: z.int(),
  pieces: z.int(),
  price: amount,
  shipping: amount,
  total: amount,
});

export const ledger = z.object({
  year: z.int(),
  /** All to the present one, the latest first. */
  years: z.array(z.int()),
  /** In the sequence in which money moved, at most 2,000. */
  rows: z.array(ledgerRow),
  rowCount: z.int(),
  totals: sums.extend({
    /** Of the pieces whose cost is known. */
    cost: amount,
    profit: amount,
    /** The other sums are before fees. */
    fees: amount,
    withoutCost: z.object({ pieces: z.int(), price: amount }),
  }),
  /** By where the buyers live, the largest total first; both null: not known. */
  places: z.array(sums.extend({ state: z.string().nullable(), country: z.string().nullable() })),
  seller,
  size: z.enum(paperSizes),
});

export type LedgerRow = z.infer<typeof ledgerRow>;
export type Ledger = z.infer<typeof ledger>;
