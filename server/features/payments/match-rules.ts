/** Why a line of a statement pays no order, or not surely one: as tables, the first that applies. */
import { isOneLine } from '#contract/one-line.ts';
import { MAX_PAYMENT_ID_LENGTH } from '#contract/statement-columns.ts';
import { orderStatusTable } from '#contract/statuses.ts';
import type { MatchableOrder } from '#server/features/orders/payments.service.ts';
import type { StatementLine } from './statement.ts';

/** Statements tell the time of some zone, or only the day. */
const MAX_CLOCK_ERROR_MS = 36 * 60 * 60_000;
/** Without an order's number a payment belongs only to an order that is not older. */
export const MAX_DELAY_MS = 60 * 24 * 60 * 60_000;

/** What is counted, and not shown: it is nobody's business but the admin's. */
export const leftOutReasons = {
  no_payment: 'Rows about the account, without a payment id',
  rounded_id: 'Payment ids that a spreadsheet has rounded: please take the file as you downloaded it',
  odd_id: 'Payment ids that are too long to be noted',
  incomplete: 'Not complete yet, or failed',
  refund: 'Refunds',
  transfer: 'Transfers, withdrawals and fees',
  outgoing: 'Paid by you',
  repeated: 'In this statement twice',
  used: 'Noted on an order already',
  foreign_currency: 'Not in US dollars',
  unreadable_amount: 'Amounts that cannot be read',
  stranger: 'Not for an order of the shop',
} as const;

export type LeftOutReason = keyof typeof leftOutReasons;

const completed = /^(complete|completed|settled|success|succeeded|successful|paid|received|done)$/i;

/** What is no payment that came in, whatever it is for. */
const lineRules: readonly [LeftOutReason, (line: StatementLine) => boolean][] = [
  ['no_payment', ({ paymentId }) => paymentId === ''],
  ['rounded_id', ({ paymentId }) => /^\d(\.\d+)?E\+\d+$/i.test(paymentId)],
  ['odd_id', ({ paymentId }) => paymentId.length > MAX_PAYMENT_ID_LENGTH || !isOneLine(paymentId)],
  ['incomplete', ({ status }) => status !== '' && !completed.test(status)],
  ['refund', ({ type }) => /refund|revers|chargeback|dispute/i.test(type)],
  ['transfer', ({ type }) => /transfer|withdraw|deposit|disbursement|top.?up|add funds|cash.?out|\bfee\b/i.test(type)],
  ['outgoing', ({ cents }) => cents !== null && cents <= 0],
];

export const whyNoPayment = (line: StatementLine): LeftOutReason | null => lineRules.find(([, applies]) => applies(line))?.[0] ?? null;

export const unclearReasons = {
  several_numbers: 'The note names several orders.',
  foreign_currency: 'The payment is not in US dollars.',
  unreadable_amount: 'The amount cannot be read.',
  already_paid: 'This order is paid already.',
  before_order: 'The payment is older than the order.',
  shipping_missing: 'The amount is the order’s without shipping.',
  amount_differs: 'The amount is not the order’s.',
  unknown_number: 'The note names a number that is not this order’s.',
  equal_amounts: 'Several orders have this amount.',
  no_number: 'Only the amount fits: the note names no order, and the payer is called otherwise.',
  two_payments: 'Several payments fit this order.',
} as const;

export type UnclearReason = keyof typeof unclearReasons;

const isWithoutShipping = ({ cents }: StatementLine, order: MatchableOrder) =>
  order.shippingCents > 0 && cents === order.totalCents - order.shippingCents;

/** Whether the payment can have been made after the order. */
export const isAfter = ({ time }: StatementLine, order: MatchableOrder): boolean =>
  time === null || time >= order.placedAt - MAX_CLOCK_ERROR_MS;

/** Whether it came soon enough to be guessed at. */
export const isTimely = (line: StatementLine, order: MatchableOrder): boolean =>
  isAfter(line, order) && (line.time === null || line.time <= order.placedAt + MAX_DELAY_MS);

/** What keeps a payment from being surely for the order that it names. */
const pairRules: readonly [UnclearReason, (line: StatementLine, order: MatchableOrder) => boolean][] = [
  ['already_paid', (_line, order) => orderStatusTable[order.status].claim === 'taken'],
  ['foreign_currency', ({ isForeign }) => isForeign],
  ['unreadable_amount', ({ cents }) => cents === null],
  ['before_order', (line, order) => !isAfter(line, order)],
  ['shipping_missing', isWithoutShipping],
  ['amount_differs', ({ cents }, order) => cents !== order.totalCents],
];

export const whyUnclear = (line: StatementLine, order: MatchableOrder): UnclearReason | null =>
  pairRules.find(([, applies]) => applies(line, order))?.[0] ?? null;
