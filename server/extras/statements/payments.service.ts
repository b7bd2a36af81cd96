/** Reads the payment app's statement and proposes which payment is for which order; only what the admin then confirms is written. */

import type {
  MatchedOrder,
  PaymentInput,
  PaymentResults,
  StatementPayment,
  StatementReport,
} from '#contract/extras/statements/payments.ts';
import { isComplete, knownColumns, type StatementColumns } from '#contract/extras/statements/statement-columns.ts';
import { formatAmount, parsePrice } from '#contract/money.ts';
import { Problem } from '#contract/problems.ts';
import { hasEnded } from '#contract/selling/order-statuses.ts';
import type { Context } from '#server/context.ts';
import { readSetting } from '#server/features/admin/settings/settings.service.ts';
import { goneText } from '#server/features/selling/orders/orders.service.ts';
import { payOrder } from '#server/features/selling/orders/used-payments.service.ts';
import { readRows, UnreadableSheet } from '#server/platform/csv.ts';
import { type LeftOutReason, leftOutReasons, unclearReasons } from './match-rules.ts';
import { type MatchableOrder, matchableOrders, titlesOf, usedPayments, whyNotPayable } from './matchable-orders.ts';
import { type Matching, matchPayments } from './matching.ts';
import { nameKey, orderNumbers } from './notes.ts';
import { findHeading, guessHeading, type Heading, readLines, type StatementLine } from './statement.ts';

const MAX_ROWS = 50_000;
const MAX_UNCLEAR = 500;
/** The notes of more lines than have orders are not worth a look. */
const MAX_NUMBERS = 5_000;

/**
 * Matches the payments of a statement to orders.
 * @param file CSV in UTF-8 or UTF-16. @returns `columns: null` where it is not known what its columns are.
 * @throws Problem unreadable_file.
 */
export async function readStatement(ctx: Context, file: Uint8Array): Promise<StatementReport> {
  const rows = await rowsOf(file);
  const chosen = await readSetting(ctx, 'payment_statement');
  const known = [chosen, ...knownColumns].filter(isComplete).map((columns) => ({ columns, heading: findHeading(rows, columns) }));
  const found = known.find(({ heading }) => heading !== null);
  const heading = found?.heading ?? guessHeading(rows);
  if (!heading) throw new Problem('unreadable_file', 'The file is empty or has no column names.');
  const headings = [...new Set(heading.names)].filter((name) => name !== '');
  return found ? { headings, ...(await match(ctx, rows, heading, found.columns)) } : { headings, ...nothing };
}

const nothing = { columns: null, lines: 0, sure: [], late: [], unclear: [], unclearCount: 0, leftOut: [] };

async function rowsOf(file: Uint8Array): Promise<string[][]> {
  try {
    return await readRows(file, MAX_ROWS);
  } catch (error) {
    throw error instanceof UnreadableSheet ? new Problem('unreadable_file', error.message) : error;
  }
}

async function match(
  ctx: Context,
  rows: string[][],
  heading: Heading,
  columns: StatementColumns,
): Promise<Omit<StatementReport, 'headings'>> {
  const lines = readLines(rows, heading, columns);
  const numbers = new Set(lines.flatMap(({ note }) => orderNumbers(note)));
  const orders = await matchableOrders(ctx, [...numbers].slice(0, MAX_NUMBERS), nameKey);
  const ids = lines.map(({ paymentId }) => paymentId).filter((paymentId) => paymentId !== '');
  const matching = matchPayments(lines, orders, await usedPayments(ctx, ids));
  return { columns, lines: lines.length, ...(await toReport(ctx, matching)) };
}

async function toReport(ctx: Context, { sure, late, unclear, leftOut }: Matching) {
  const shown = unclear.slice(0, MAX_UNCLEAR);
  const orders = new Set([...sure, ...late].map(({ order }) => order).concat(shown.flatMap(({ orders }) => orders)));
  const titles = await titlesOf(
    ctx,
    [...orders].map(({ id }) => id),
  );
  const refusals = new Map<number, string | null>();
  for (const { id, status } of orders) if (hasEnded(status)) refusals.set(id, await whyNotPayable(ctx, id));
  const toMatched = (order: MatchableOrder): MatchedOrder => ({
    id: order.id,
    status: order.status,
    customerName: order.row.customer_name,
    venmoUsername: order.row.venmo_username,
    totalAmount: formatAmount(order.totalCents),
    createdAt: order.row.created_at,
    titles: titles.get(order.id) ?? [],
    refusal: refusals.get(order.id) ?? null,
  });
  const toMatches = (matches: Matching['sure']) =>
    matches.map(({ line, order }) => ({ payment: toPayment(line), order: toMatched(order) }));
  return {
    sure: toMatches(sure),
    late: toMatches(late),
    unclear: shown.map(({ line, orders, moreOrders, reason }) => ({
      payment: toPayment(line),
      orders: orders.map(toMatched),
      moreOrders,
      reason: unclearReasons[reason],
    })),
    unclearCount: unclear.length,
    leftOut: (Object.keys(leftOutReasons) as LeftOutReason[]).flatMap((reason) => {
      const count = leftOut.get(reason);
      return count === undefined ? [] : { reason: leftOutReasons[reason], count };
    }),
  };
}

const toPayment = ({ paymentId, paidAt, from, note, amount, feeCents }: StatementLine): StatementPayment => ({
  paymentId,
  paidAt,
  from,
  note,
  amount,
  fee: feeCents === 0 ? null : formatAmount(feeCents),
});

/** Marks the orders as paid, each on its own: what one is refused does not hold up the others. */
export async function confirmPayments(ctx: Context, { payments }: PaymentInput): Promise<PaymentResults> {
  const results: PaymentResults['results'] = [];
  for (const { paymentId, orderId, fee } of payments) {
    const message = await refusalOf(ctx, orderId, paymentId, parsePrice(fee));
    const isPaid = message === null;
    results.push({ paymentId, orderId, isPaid, message: message ?? `Order #${orderId} is paid.` });
  }
  return { results };
}

async function refusalOf(ctx: Context, orderId: number, paymentId: string, feeCents: number | null): Promise<string | null> {
  try {
    await payOrder(ctx, orderId, paymentId, feeCents);
    return null;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.code === 'not_found' ? goneText(orderId) : error.message;
  }
}
