/** Proposes matches; only what the admin then confirms is written. */

import { calendarOf } from '#core/contract/calendar.ts';
import { formatAmount, formatDollars, parsePrice } from '#core/contract/money.ts';
import { Problem } from '#core/contract/problems.ts';
import { hasEnded } from '#core/contract/selling/order-statuses.ts';
import { readSetting, readSettings } from '#core/server/admin/settings/settings.service.ts';
import type { Context } from '#core/server/context.ts';
import { goneText } from '#core/server/selling/orders/orders.service.ts';
import { payOrder } from '#core/server/selling/orders/used-payments.service.ts';
import type {
  MatchedOrder,
  PaymentInput,
  PaymentResults,
  StatementPayment,
  StatementReport,
} from '#features/statements/contract/payments.ts';
import {
  isComplete,
  knownColumns,
  type StatementColumns,
} from '#features/statements/contract/statement-columns.ts';
import { instantOf } from '#platform/clock.ts';
import { readRowsApart, UnreadableSheet } from '#platform/csv.ts';
import { inSlices, turns } from '#platform/jobs/slices.ts';
import { type LeftOutReason, leftOutReasons, unclearReasons } from './match-rules.ts';
import {
  type MatchableOrder,
  matchableOrders,
  titlesOf,
  usedPayments,
  whyNotPayable,
} from './matchable-orders.ts';
import { type Matching, matchPayments } from './matching.ts';
import { nameKey, orderNumbers } from './notes.ts';
import {
  findHeading,
  guessHeading,
  type Heading,
  readLines,
  type StatementLine,
} from './statement.ts';

const MAX_ROWS = 50_000;
const MAX_UNCLEAR = 500;
/** The notes of more lines than have orders are not worth a look. */
const MAX_NUMBERS = 5_000;

/**
 * @param file CSV in UTF-8 or UTF-16.
 * @returns `columns: null` where it is not known what its columns are.
 * @throws Problem unreadable_file
 */
export async function readStatement(ctx: Context, file: Uint8Array): Promise<StatementReport> {
  const { rows, odd } = await rowsOf(file);
  const chosen = await readSetting(ctx, 'payment_statement');
  const turn = turns();
  let found: StatementColumns | null = null;
  let heading: Heading | null = null;
  for (const columns of [chosen, ...knownColumns].filter(isComplete)) {
    heading ??= findHeading(rows, columns);
    if (heading) found ??= columns;
    await turn();
  }
  heading ??= guessHeading(rows);
  if (!heading) throw new Problem('unreadable_file', 'The file is empty or has no column names.');
  const headings = [...new Set(heading.names)].filter((name) => name !== '');
  if (!found) return { headings, ...nothing };
  const matched = await match(ctx, rows, heading, found);
  return {
    headings,
    ...matched,
    lines: matched.lines + odd.length,
    leftOut: [...oddLines(odd), ...matched.leftOut],
  };
}

const oddLines = (odd: readonly number[]) =>
  odd.length === 0
    ? []
    : [
        {
          reason: `${odd.length === 1 ? 'A row' : 'Rows'} we couldn’t read, at line ${odd.join(', ')} of the file. Please check ${odd.length === 1 ? 'it' : 'them'} by hand`,
          count: odd.length,
        },
      ];

const nothing = {
  columns: null,
  lines: 0,
  sure: [],
  late: [],
  unclear: [],
  unclearCount: 0,
  leftOut: [],
};

async function rowsOf(file: Uint8Array): ReturnType<typeof readRowsApart> {
  try {
    return await readRowsApart(file, MAX_ROWS);
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
  const lines = await inSlices(readLines(rows, heading, columns));
  const numbers = new Set<number>();
  const turn = turns();
  for (const { note } of lines) {
    if (numbers.size < MAX_NUMBERS) for (const id of orderNumbers(note)) numbers.add(id);
    await turn();
  }
  const orders = await matchableOrders(ctx, [...numbers].slice(0, MAX_NUMBERS), nameKey);
  const ids = lines.map(({ paymentId }) => paymentId).filter((paymentId) => paymentId !== '');
  const matching = await inSlices(matchPayments(lines, orders, await usedPayments(ctx, ids)));
  return { columns, lines: lines.length, ...(await toReport(ctx, matching)) };
}

async function toReport(ctx: Context, { sure, late, unclear, leftOut }: Matching) {
  const shown = unclear.slice(0, MAX_UNCLEAR);
  const orders = new Set(
    [...sure, ...late].map(({ order }) => order).concat(shown.flatMap(({ orders }) => orders)),
  );
  const titles = await titlesOf(
    ctx,
    [...orders].map(({ id }) => id),
  );
  const refusals = new Map<number, string | null>();
  for (const { id, status } of orders)
    if (hasEnded(status)) refusals.set(id, await whyNotPayable(ctx, id));
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

const toPayment = ({
  paymentId,
  paidAt,
  from,
  note,
  amount,
  cents,
  feeCents,
  time,
}: StatementLine): StatementPayment => ({
  paymentId,
  paidAt,
  from,
  note,
  amount,
  fee: feeCents === 0 ? null : formatAmount(feeCents),
  received: cents === null || cents <= 0 ? null : formatAmount(cents),
  on: time === null ? null : new Date(time).toISOString().slice(0, 10),
});

/** Each order is on its own: one refusal does not hold up the others. */
export async function confirmPayments(
  ctx: Context,
  { payments }: PaymentInput,
): Promise<PaymentResults> {
  const results: PaymentResults['results'] = [];
  const { general } = await readSettings(ctx);
  const today = calendarOf(general.timeZone).dayOf(instantOf(ctx.clock));
  for (const { paymentId, orderId, fee, amount, from, on } of payments) {
    const payment = {
      paymentId,
      cents: parsePrice(amount),
      feeCents: parsePrice(fee),
      payer: from || null,
      // Statements name no time zone.
      on: on === undefined || on > today ? undefined : on,
    };
    const { isPaid, message } = await pay(ctx, orderId, payment);
    results.push({ paymentId, orderId, isPaid, message });
  }
  return { results };
}

async function pay(
  ctx: Context,
  orderId: number,
  payment: Parameters<typeof payOrder>[2],
): Promise<{ isPaid: boolean; message: string }> {
  try {
    const isPaid = await payOrder(ctx, orderId, payment);
    return {
      isPaid: true,
      message: isPaid
        ? `Order #${orderId} is paid.`
        : `${formatDollars(payment.cents ?? 0)} is noted on order #${orderId}.`,
    };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return {
      isPaid: false,
      message: error.code === 'not_found' ? goneText(orderId) : error.message,
    };
  }
}
