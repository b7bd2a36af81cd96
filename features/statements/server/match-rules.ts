/** The first reason that applies counts. */

import { DAY_MS, HOUR_MS } from '#core/contract/durations.ts';
import { isOneLine } from '#core/contract/one-line.ts';
import { MAX_PAYMENT_ID_LENGTH } from '#core/contract/selling/order-limits.ts';
import { orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import type { MatchableOrder } from './matchable-orders.ts';
import type { StatementLine } from './statement.ts';

/** Statements tell the time of some zone, or only the day. */
export const MAX_CLOCK_ERROR_MS = 36 * HOUR_MS;
/** Without an order's number a payment belongs only to an order that is not older. */
export const MAX_DELAY_MS = 60 * DAY_MS;

/** These lines are counted but not shown, since they concern no order. */
export const leftOutReasons = {
  no_payment: 'Account rows without a payment ID',
  rounded_id: 'Payment IDs rounded by a spreadsheet (use the file as you downloaded it)',
  odd_id: 'Payment IDs that are too long',
  incomplete: 'Incomplete or failed',
  refund: 'Refunds',
  transfer: 'Transfers, withdrawals and fees',
  outgoing: 'Paid by you',
  repeated: 'Listed twice in this statement',
  used: 'Already recorded on an order',
  paid_by_hand: 'Fits an order you marked paid without a payment ID',
  foreign_currency: 'Not in US dollars',
  unreadable_amount: 'Unreadable amounts',
  stranger: 'Not for an order of the shop',
} as const;

export type LeftOutReason = keyof typeof leftOutReasons;

/** Apps' words for payments that did not arrive, or did. Other words mean unknown. */
const incomplete =
  /\b(not|in progress|in transit|un\w+|pending|process\w*|issued|fail\w*|cancel\w*|declined|denied|reject\w*|expired|void\w*|held|hold|incomplete|requested|scheduled|initiated|submitted|open|error)\b/i;
const complete =
  /\b(completed?|settled|success\w*|succeeded|paid|received|done|deposited|posted|cleared|credited|booked|accepted|approved)\b/i;
const refunded = /refund|revers|return|chargeback|charged back|dispute/i;
const transfer = /transfer|withdraw|deposit|disbursement|top.?up|add funds|cash.?out|\bfee\b/i;

/**
 * Another app may call a payment so: by its type alone it is one where its order is named, or its
 * buyer's name and amount fit.
 */
export const isTransfer = ({ type }: StatementLine): boolean => transfer.test(type);
export const isRefund = ({ type }: StatementLine): boolean => refunded.test(type);

export const isOutgoing = ({ cents }: StatementLine): boolean => cents !== null && cents <= 0;

const lineRules: readonly [LeftOutReason, (line: StatementLine) => boolean][] = [
  ['no_payment', ({ paymentId }) => paymentId === ''],
  ['rounded_id', ({ paymentId }) => /^\d(\.\d+)?E\+\d+$/i.test(paymentId)],
  ['odd_id', ({ paymentId }) => paymentId.length > MAX_PAYMENT_ID_LENGTH || !isOneLine(paymentId)],
  ['refund', (line) => isRefund(line) || refunded.test(line.status)],
  ['incomplete', ({ status }) => incomplete.test(status)],
  ['transfer', (line) => isTransfer(line) && isOutgoing(line)],
  ['outgoing', (line) => isOutgoing(line)],
];

export const whyNoPayment = (line: StatementLine): LeftOutReason | null =>
  lineRules.find(([, applies]) => applies(line))?.[0] ?? null;

export const unclearReasons = {
  several_numbers: 'The note names several orders.',
  foreign_currency: 'The payment is not in US dollars.',
  unreadable_amount: 'We can’t read the amount.',
  already_paid: 'This order is already paid.',
  given_back: 'The statement shows a refund of this payment, for this order, or to this payer.',
  ordered_again:
    'The note names a cancelled order, but this buyer has a pending one for the same amount.',
  credited:
    'This buyer has another order for the same amount that you marked paid without a payment ID. The payment may be for that one.',
  other_payment: 'This order already has another payment ID.',
  unknown_status: 'We don’t know this payment’s status. Please check that it arrived.',
  before_order: 'The payment is older than the order.',
  shipping_missing: 'The amount matches the order without shipping.',
  amount_differs: 'The amount doesn’t match the order.',
  unknown_number: 'The note names a different order number.',
  equal_amounts: 'Several orders have this amount.',
  no_number: 'Only the amount matches: no order number in the note, and a different payer name.',
  two_payments: 'Several payments fit this order.',
} as const;

export type UnclearReason = keyof typeof unclearReasons;

export const isPaid = ({ status }: MatchableOrder): boolean =>
  orderStatusTable[status].claim === 'taken';

const isWithoutShipping = ({ cents }: StatementLine, order: MatchableOrder) =>
  order.shippingCents > 0 && cents === order.totalCents - order.shippingCents;

const pairRules: readonly [
  UnclearReason,
  (line: StatementLine, order: MatchableOrder) => boolean,
][] = [
  ['already_paid', (_line, order) => isPaid(order)],
  [
    'other_payment',
    ({ paymentId }, order) => order.paymentId !== null && order.paymentId !== paymentId,
  ],
  ['foreign_currency', ({ isForeign }) => isForeign],
  ['unreadable_amount', ({ cents }) => cents === null],
  [
    'before_order',
    ({ time }, order) => time !== null && time < order.placedAt - MAX_CLOCK_ERROR_MS,
  ],
  ['shipping_missing', isWithoutShipping],
  ['amount_differs', ({ cents }, order) => cents !== order.totalCents],
  ['unknown_status', ({ status }) => status !== '' && !complete.test(status)],
];

export const whyUnclear = (line: StatementLine, order: MatchableOrder): UnclearReason | null =>
  pairRules.find(([, applies]) => applies(line, order))?.[0] ?? null;
