/** Payments that came in, read from a payment app's statement and matched to orders; for the admin only. */
import { z } from 'zod';
import { parsePrice } from '#contract/money.ts';
import { MAX_PAYMENT_ID_LENGTH } from '#contract/selling/order-limits.ts';
import { orderStatus } from '#contract/selling/orders.ts';
import { amount, id, instant, line } from '#contract/text.ts';
import { statementColumnNames } from './statement-columns.ts';

const columns = z.record(z.enum(statementColumnNames), z.string());

/** A line of the statement, its texts unchanged. */
const payment = z.object({
  paymentId: z.string(),
  paidAt: z.string(),
  from: z.string(),
  note: z.string(),
  amount: z.string(),
  /** What the payment app kept of it; null: nothing. */
  fee: amount.nullable(),
});

/** An order that a payment may be for. */
const matchedOrder = z.object({
  id,
  status: orderStatus,
  customerName: z.string(),
  venmoUsername: z.string().nullable(),
  totalAmount: amount,
  createdAt: instant,
  titles: z.array(z.string()),
  /** Why it can no longer be paid: another order has its piece; null: it can. */
  refusal: z.string().nullable(),
});

const match = z.object({ payment, order: matchedOrder });

/** What a statement says of the shop's orders. Nothing has been written. */
export const statementReport = z.object({
  /** All columns that the file has. */
  headings: z.array(z.string()),
  /** Which of them were read; null: they have to be chosen first (setting `payment_statement`), and nothing has been matched. */
  columns: columns.nullable(),
  /** How many payments and other movements it has. */
  lines: z.int(),
  /** Payments that belong to one pending order beyond doubt. */
  sure: z.array(match),
  /** The same for orders that have ended, such as cancelled ones. */
  late: z.array(match),
  /** Payments that may belong to one of these orders, or of `moreOrders` others; the first five hundred. */
  unclear: z.array(z.object({ payment, orders: z.array(matchedOrder), moreOrders: z.int(), reason: z.string() })),
  unclearCount: z.int(),
  /** How many lines concern no order, and why. */
  leftOut: z.array(z.object({ reason: z.string(), count: z.int() })),
});

/** The admin's decision which payments are for which orders. */
export const paymentInput = z.strictObject({
  payments: z
    .array(
      z.strictObject({
        paymentId: line(MAX_PAYMENT_ID_LENGTH).min(1),
        orderId: id,
        /** As the statement has it. */
        fee: line(20)
          .refine((text) => parsePrice(text) !== null, 'Not an amount')
          .optional(),
      }),
    )
    .min(1)
    .max(500),
});

/** What became of each. */
export const paymentResults = z.object({
  results: z.array(z.object({ paymentId: z.string(), orderId: id, isPaid: z.boolean(), message: z.string() })),
});

export type StatementReport = z.infer<typeof statementReport>;
export type MatchedOrder = z.infer<typeof matchedOrder>;
export type StatementPayment = z.infer<typeof payment>;
export type PaymentInput = z.infer<typeof paymentInput>;
export type PaymentResults = z.infer<typeof paymentResults>;
