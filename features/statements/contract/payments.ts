import { z } from 'zod';
import { parsePrice } from '#core/contract/money.ts';
import { MAX_PAYMENT_ID_LENGTH } from '#core/contract/selling/order-limits.ts';
import { orderStatus } from '#core/contract/selling/orders.ts';
import { amount, id, instant, line } from '#core/contract/text.ts';
import { statementColumnNames } from './statement-columns.ts';

const columns = z.record(z.enum(statementColumnNames), z.string());

const payment = z.object({
  paymentId: z.string(),
  paidAt: z.string(),
  from: z.string(),
  note: z.string(),
  amount: z.string(),
  /** What the payment app kept; null: nothing. */
  fee: amount.nullable(),
  /** What it adds to an order; null: unreadable. */
  received: amount.nullable(),
  /** Its day; null: unreadable. */
  on: z.string().nullable(),
});

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

/** Nothing has been written. */
export const statementReport = z.object({
  headings: z.array(z.string()),
  /**
   * Null: columns have to be chosen first (setting `payment_statement`), and nothing has been
   * matched.
   */
  columns: columns.nullable(),
  lines: z.int(),
  sure: z.array(match),
  late: z.array(match),
  /** May belong to these orders, or to `moreOrders` others; the first five hundred. */
  unclear: z.array(
    z.object({ payment, orders: z.array(matchedOrder), moreOrders: z.int(), reason: z.string() }),
  ),
  unclearCount: z.int(),
  leftOut: z.array(z.object({ reason: z.string(), count: z.int() })),
});

const money = line(20).refine((text) => parsePrice(text) !== null, 'Not an amount');

export const paymentInput = z.strictObject({
  payments: z
    .array(
      z.strictObject({
        paymentId: line(MAX_PAYMENT_ID_LENGTH).min(1),
        orderId: id,
        fee: money.optional(),
        /** None: what is due. */
        amount: money.optional(),
        from: line(200).optional(),
        on: z.iso.date().optional(),
      }),
    )
    .min(1)
    .max(500),
});

export const paymentResults = z.object({
  results: z.array(
    z.object({ paymentId: z.string(), orderId: id, isPaid: z.boolean(), message: z.string() }),
  ),
});

export type StatementReport = z.infer<typeof statementReport>;
export type MatchedOrder = z.infer<typeof matchedOrder>;
export type StatementPayment = z.infer<typeof payment>;
export type PaymentInput = z.infer<typeof paymentInput>;
export type PaymentResults = z.infer<typeof paymentResults>;
