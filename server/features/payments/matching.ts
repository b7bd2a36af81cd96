/** Which payment is for which order: by the number in the note, the amount, the payer's name and the time. Plain functions of what is given. */
import { withoutAt } from '#contract/venmo.ts';
import type { MatchableOrder } from '#server/features/orders/payments.service.ts';
import { fold } from '#server/platform/text-search.ts';
import { isTimely, type LeftOutReason, MAX_DELAY_MS, type UnclearReason, whyNoPayment, whyUnclear } from './match-rules.ts';
import type { StatementLine } from './statement.ts';

export type Match = { line: StatementLine; order: MatchableOrder };
export type UnclearMatch = { line: StatementLine; orders: MatchableOrder[]; reason: UnclearReason };

export type Matching = {
  /** For a pending order beyond doubt. */
  sure: Match[];
  /** For a cancelled one. */
  late: Match[];
  unclear: UnclearMatch[];
  leftOut: Map<LeftOutReason, number>;
};

type Verdict = Match | UnclearMatch | LeftOutReason;

const MAX_CANDIDATES = 5;

const numbered = /(?:#|\borders?(?:\s*(?:no\.?|nr\.?|number))?\s*[#:]?)\s*(\d{1,9})(?![\d]|[.,]\d)/gi;
const onlyNumber = /^\s*(\d{1,9})\s*$/;

/** The orders that a note names: "Order #12", "#12", "12". */
export function orderNumbers(note: string): number[] {
  const found = [...note.matchAll(numbered), ...[onlyNumber.exec(note)].filter((one) => one !== null)];
  return [...new Set(found.map(([, digits]) => Number(digits)))].filter((id) => id > 0);
}

/**
 * Matches the lines of a statement. Takes time in proportion to lines and orders; the same lines and orders give the same result.
 * @param orders those that are pending or were cancelled lately, and whatever else the notes name.
 * @param used the ids of payments that are noted on an order.
 */
export function matchPayments(lines: readonly StatementLine[], orders: readonly MatchableOrder[], used: ReadonlySet<string>): Matching {
  const find = indexOf(orders);
  const seen = new Set<string>();
  const verdicts: { line: StatementLine; verdict: Verdict | null }[] = [];
  for (const line of lines) {
    const reason = whyNoPayment(line) ?? (seen.has(line.paymentId) ? 'repeated' : used.has(line.paymentId) ? 'used' : null);
    seen.add(line.paymentId);
    verdicts.push({ line, verdict: reason ?? byNumber(line, find) });
  }
  // What a number has settled is no longer among the equal amounts.
  const settled = new Set(verdicts.flatMap(({ verdict }) => (isMatch(verdict) ? verdict.order : [])));
  const rest = indexOf(orders.filter((order) => order.status === 'pending' && !settled.has(order)));
  return sortOut(verdicts.map(({ line, verdict }) => ({ line, verdict: verdict ?? byRest(line, find, rest) })));
}

const isMatch = (verdict: Verdict | null): verdict is Match => verdict !== null && typeof verdict === 'object' && 'order' in verdict;

/** @returns null: its note names no order of the shop. */
function byNumber(line: StatementLine, find: Index): Verdict | null {
  const orders = orderNumbers(line.note).flatMap((id) => find.byId.get(id) ?? []);
  const [order] = orders;
  if (!order) return null;
  if (orders.length > 1) return { line, orders: orders.slice(0, MAX_CANDIDATES), reason: 'several_numbers' };
  const reason = whyUnclear(line, order);
  // Anybody's note may have a number that an order of last year had.
  if (reason === 'already_paid' && line.cents !== order.totalCents && !order.names.includes(nameKey(line.from))) return null;
  return reason === null ? { line, order } : { line, orders: [order], reason };
}

/** @param rest the pending orders that no number has settled. */
function byRest(line: StatementLine, find: Index, rest: Index): Verdict {
  if (line.isForeign) return 'foreign_currency';
  if (line.cents === null) return 'unreadable_amount';
  const unclear = (orders: MatchableOrder[], reason: UnclearReason) => ({ line, orders: orders.slice(0, MAX_CANDIDATES), reason });
  const name = nameKey(line.from);

  for (const status of ['pending', 'cancelled'] as const) {
    const called = timely(line, find.byNameAndAmount.get(keyOf(status, name, line.cents)));
    const [order, ...others] = called;
    if (!order) continue;
    if (others.length > 0) return unclear(called, 'equal_amounts');
    return orderNumbers(line.note).length > 0 ? unclear(called, 'unknown_number') : { line, order };
  }
  const equal = timely(line, rest.byAmount.get(line.cents));
  if (equal.length > 0) return unclear(equal, equal.length > 1 ? 'equal_amounts' : 'no_number');
  const called = timely(line, rest.byName.get(name));
  const withoutShipping = called.filter((order) => whyUnclear(line, order) === 'shipping_missing');
  if (withoutShipping.length > 0) return unclear(withoutShipping, 'shipping_missing');
  return called.length > 0 ? unclear(called, 'amount_differs') : 'stranger';
}

/** Those of the orders, the oldest first, that the payment may be for by its time; the first ones. */
function timely(line: StatementLine, orders: readonly MatchableOrder[] = []): MatchableOrder[] {
  const earliest = (line.time ?? Number.NEGATIVE_INFINITY) - MAX_DELAY_MS;
  let [start, end] = [0, orders.length];
  while (start < end) {
    const middle = (start + end) >> 1;
    if ((orders[middle]?.placedAt ?? 0) < earliest) start = middle + 1;
    else end = middle;
  }
  return orders.slice(start, start + MAX_CANDIDATES + 1).filter((order) => isTimely(line, order));
}

/** Two payments for one order are both unclear. */
function sortOut(verdicts: { line: StatementLine; verdict: Verdict }[]): Matching {
  const matching: Matching = { sure: [], late: [], unclear: [], leftOut: new Map() };
  const payments = Map.groupBy(
    verdicts.flatMap(({ verdict }) => (isMatch(verdict) ? verdict : [])),
    ({ order }) => order.id,
  );
  for (const { line, verdict } of verdicts) {
    if (typeof verdict === 'string') matching.leftOut.set(verdict, (matching.leftOut.get(verdict) ?? 0) + 1);
    else if (!isMatch(verdict)) matching.unclear.push(verdict);
    else if ((payments.get(verdict.order.id)?.length ?? 0) > 1)
      matching.unclear.push({ line, orders: [verdict.order], reason: 'two_payments' });
    else matching[verdict.order.status === 'pending' ? 'sure' : 'late'].push(verdict);
  }
  return matching;
}

type Index = ReturnType<typeof indexOf>;

function indexOf(given: readonly MatchableOrder[]) {
  const orders = given.toSorted((a, b) => a.placedAt - b.placedAt || a.id - b.id);
  const named = orders.flatMap((order) => order.names.map((name) => ({ name, order })));
  return {
    byId: new Map(orders.map((order) => [order.id, order])),
    byAmount: Map.groupBy(orders, ({ totalCents }) => totalCents),
    byName: ordersBy(named, ({ name }) => name),
    byNameAndAmount: ordersBy(named, ({ name, order }) => keyOf(order.status, name, order.totalCents)),
  };
}

type Named = { name: string; order: MatchableOrder };

const ordersBy = (named: Named[], keyOf: (one: Named) => string): Map<string, MatchableOrder[]> =>
  new Map([...Map.groupBy(named, keyOf)].map(([key, found]) => [key, found.map(({ order }) => order)]));

const keyOf = (status: MatchableOrder['status'], name: string, cents: number) => `${status} ${cents} ${name}`;

/** A name, or a user name with or without its @, however it is written; '' for none. */
export const nameKey = (name: string): string => (fold(withoutAt(name)).match(/[\p{L}\p{N}]+/gu) ?? []).sort().join(' ');
