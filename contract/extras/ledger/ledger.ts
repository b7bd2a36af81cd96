/** What was sold, refunded and charged in a year, as the admin's books and tax forms need it; for the admin only. */
import { z } from 'zod';
import { seller } from '#contract/extras/paper/paper.ts';
import { paperSizes } from '#contract/extras/paper/paper-sizes.ts';
import { orderStatus } from '#contract/selling/orders.ts';
import { amount, id } from '#contract/text.ts';

/** Rows on the page and on paper; the CSV file has all. */
export const MAX_LEDGER_ROWS = 2_000;

/** Without a year: the present one. */
export const ledgerQuery = z.strictObject({ year: z.coerce.number().int().min(1970).max(2199).optional() });

/** A line of an order that was paid, a refund, or a fee. Amounts are those of all its pieces, below 0 of a refund. */
export const ledgerRow = z.object({
  kind: z.enum(['sale', 'refund', 'fee']),
  orderId: id,
  /** The day on which the order was paid, the refund given, or the fee charged, in the shop's time zone: `2026-11-21`. */
  paidOn: z.string(),
  status: orderStatus,
  /** null once the specimen has been deleted. */
  specimenId: id.nullable(),
  title: z.string(),
  catalogueNumber: z.string().nullable(),
  quantity: z.int(),
  price: amount,
  /** Its share of what the order's buyer paid for shipping. */
  shipping: amount,
  /** Price and shipping. */
  total: amount,
  /** What the pieces had cost; null: not known. */
  cost: amount.nullable(),
  /** Price less cost; null where the cost is not known. */
  profit: amount.nullable(),
  /** What the payment service kept; null: the row is no fee. */
  fee: amount.nullable(),
  /** How it was paid or refunded; empty where nothing was noted. */
  payment: z.string(),
  /** Where the buyer lives, from the postal address: two letters of a state of the USA, else null. */
  state: z.string().nullable(),
  /** Null where the address does not say. */
  country: z.string().nullable(),
});

const sums = z.object({ orders: z.int(), pieces: z.int(), price: amount, shipping: amount, total: amount });

export const ledger = z.object({
  year: z.int(),
  /** All from the first to the last payment or refund and to the present one, the latest first. */
  years: z.array(z.int()),
  /** In the sequence in which money moved, at most 2,000. */
  rows: z.array(ledgerRow),
  rowCount: z.int(),
  totals: sums.extend({
    /** Of the pieces whose cost is known. */
    cost: amount,
    profit: amount,
    /** What payment services kept. The other sums are before fees. */
    fees: amount,
    /** The others. */
    withoutCost: z.object({ pieces: z.int(), price: amount }),
  }),
  /** By where the buyers live, the largest total first; both null: not known. */
  places: z.array(sums.extend({ state: z.string().nullable(), country: z.string().nullable() })),
  seller,
  size: z.enum(paperSizes),
});

export type LedgerRow = z.infer<typeof ledgerRow>;
export type Ledger = z.infer<typeof ledger>;
