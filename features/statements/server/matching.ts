import { hasEnded } from '#core/contract/selling/order-statuses.ts';
import type { Sliced } from '#platform/jobs/slices.ts';
import {
  isPaid,
  isTransfer,
  type LeftOutReason,
  MAX_CLOCK_ERROR_MS,
  MAX_DELAY_MS,
  type UnclearReason,
  whyNoPayment,
  whyUnclear,
} from './match-rules.ts';
import type { MatchableOrder } from './matchable-orders.ts';
import { nameKey, orderNumbers } from './notes.ts';
import { findRefunds, type WasGivenBack } from './refunds.ts';
import type { StatementLine } from './statement.ts';

export type Match = { line: StatementLine; order: MatchableOrder };
export type UnclearMatch = {
  line: StatementLine;
  orders: MatchableOrder[];
  moreOrders: number;
  reason: UnclearReason;
};

export type Matching = {
  sure: Match[];
  late: Match[];
  unclear: UnclearMatch[];
  leftOut: Map<LeftOutReason, number>;
};

type Verdict = Match | UnclearMatch | LeftOutReason;

const MAX_CANDIDATES = 5;

/**
 * Takes time in proportion to lines and orders; equal input gives the same result.
 * @param orders pending ones, lately ended ones, paid ones without a payment's id, and whatever the
 * notes name.
 * @param used the order of each noted payment's id; null: it is gone.
 */
export function* matchPayments(
  lines: readonly StatementLine[],
  orders: readonly MatchableOrder[],
  used: ReadonlyMap<string, number | null>,
): Sliced<Matching> {
  const find = yield* indexOf(orders);
  const seen = new Set<string>();
  const verdicts: { line: StatementLine; verdict: Verdict | null }[] = [];
  for (const line of lines) {
    const own = orderWithId(line, find, used);
    const noPayment = whyNoPayment(line);
    const reason =
      noPayment ??
      (seen.has(line.paymentId) ? 'repeated' : used.has(line.paymentId) && !own ? 'used' : null);
    if (noPayment === null) seen.add(line.paymentId);
    verdicts.push({ line, verdict: reason ?? byNumber(line, own, find) });
    yield;
  }
  // What a number has settled is no longer among the equal amounts.
  const settled = new Set(
    verdicts.flatMap(({ verdict }) => (isMatch(verdict) ? verdict.order : [])),
  );
  const rest = yield* indexOf(
    orders.filter((order) => order.status === 'pending' && !settled.has(order)),
  );
  const all: { line: StatementLine; verdict: Verdict }[] = [];
  for (const { line, verdict } of verdicts) {
    all.push({ line, verdict: verdict ?? byRest(line, find, rest) });
    yield;
  }
  return yield* sortOut(all, yield* findRefunds(lines));
}

const isMatch = (verdict: Verdict | null): verdict is Match =>
  verdict !== null && typeof verdict === 'object' && 'order' in verdict;

function orderWithId(
  { paymentId }: StatementLine,
  find: Index,
  used: ReadonlyMap<string, number | null>,
): MatchableOrder | undefined {
  const [order, ...others] = find.byPaymentId.get(paymentId) ?? [];
  return order?.status === 'pending' && others.length === 0 && used.get(paymentId) === order.id
    ? order
    : undefined;
}

function unclear(line: StatementLine, reason: UnclearReason, ...found: Found[]): UnclearMatch {
  const orders = found.flatMap(({ first }) => first).slice(0, MAX_CANDIDATES);
  return {
    line,
    orders,
    moreOrders: found.reduce((sum, { count }) => sum + count, 0) - orders.length,
    reason,
  };
}

function matchOrDoubt(line: StatementLine, order: MatchableOrder): Match | UnclearMatch {
  const reason = whyUnclear(line, order);
  return reason === null ? { line, order } : unclear(line, reason, all([order]));
}

/**
 * @param own the order that has the payment's id.
 * @returns null: its note names no order of the shop.
 */
function byNumber(
  line: StatementLine,
  own: MatchableOrder | undefined,
  find: Index,
): Verdict | null {
  const named = orderNumbers(line.note).flatMap((id) => find.byId.get(id) ?? []);
  const orders = [...new Set(own ? [own, ...named] : named)];
  const [order] = orders;
  if (!order) return null;
  if (orders.length > 1) return unclear(line, 'several_numbers', all(orders));
  const again =
    hasEnded(order.status) && !line.isForeign ? pendingOfSameBuyer(line, order, find) : [];
  if (again.length > 0) return unclear(line, 'ordered_again', all([...again, order]));
  const reason = whyUnclear(line, order);
  // Anybody's note may have a number that an order of last year had.
  if (
    reason === 'already_paid' &&
    line.cents !== order.totalCents &&
    !order.names.includes(nameKey(line.from))
  )
    return null;
  return matchOrDoubt(line, order);
}

function pendingOfSameBuyer(
  line: StatementLine,
  ended: MatchableOrder,
  find: Index,
): MatchableOrder[] {
  const names = new Set([...ended.names, nameKey(line.from)]);
  const found = [...names].flatMap(
    (name) => timely(line, find.byNameAndAmount.get(keyOf('pending', name, line.cents ?? 0))).first,
  );
  return [...new Set(found)];
}

function byRest(line: StatementLine, find: Index, rest: Index): Verdict {
  if (line.isForeign) return 'foreign_currency';
  const { cents } = line;
  if (cents === null) return 'unreadable_amount';
  const name = nameKey(line.from);
  const ofBuyer = (kind: OrderKind) =>
    timely(line, find.byNameAndAmount.get(keyOf(kind, name, cents)));

  const credited = ofBuyer('paid');
  for (const kind of ['pending', 'ended'] as const) {
    const called = ofBuyer(kind);
    const [order] = called.first;
    if (!order) continue;
    if (called.count > 1) return unclear(line, 'equal_amounts', called);
    if (credited.count > 0) return unclear(line, 'credited', called, credited);
    return orderNumbers(line.note).length > 0
      ? unclear(line, 'unknown_number', called)
      : matchOrDoubt(line, order);
  }
  const equal = timely(line, isTransfer(line) ? [] : rest.byAmount.get(cents));
  if (equal.count > 0) return unclear(line, equal.count > 1 ? 'equal_amounts' : 'no_number', equal);
  if (credited.count > 0) return 'paid_by_hand';
  const called = timely(line, rest.byName.get(name));
  const withoutShipping = called.first.filter(
    (order) => whyUnclear(line, order) === 'shipping_missing',
  );
  if (withoutShipping.length > 0) return unclear(line, 'shipping_missing', all(withoutShipping));
  if (called.count > 0) return unclear(line, 'amount_differs', called);
  return isTransfer(line) ? 'transfer' : 'stranger';
}

/** `count` includes orders beyond `first`. */
type Found = { first: readonly MatchableOrder[]; count: number };

const all = (orders: readonly MatchableOrder[]): Found => ({ first: orders, count: orders.length });

/** Only for payments that have to be guessed without a number; oldest first. */
function timely({ time }: StatementLine, orders: readonly MatchableOrder[] = []): Found {
  if (time === null) return { first: orders.slice(0, MAX_CANDIDATES), count: orders.length };
  const start = countBefore(orders, time - MAX_DELAY_MS);
  const end = countBefore(orders, time + MAX_CLOCK_ERROR_MS + 1);
  return { first: orders.slice(start, Math.min(end, start + MAX_CANDIDATES)), count: end - start };
}

function countBefore(orders: readonly MatchableOrder[], instant: number): number {
  let [start, end] = [0, orders.length];
  while (start < end) {
    const middle = (start + end) >> 1;
    if ((orders[middle]?.placedAt ?? 0) < instant) start = middle + 1;
    else end = middle;
  }
  return start;
}

/** Two payments for one order are both unclear, and so is one that was given back. */
function* sortOut(
  verdicts: { line: StatementLine; verdict: Verdict }[],
  wasGivenBack: WasGivenBack,
): Sliced<Matching> {
  const matching: Matching = { sure: [], late: [], unclear: [], leftOut: new Map() };
  const payments = Map.groupBy(
    verdicts.flatMap(({ verdict }) => (isMatch(verdict) ? verdict : [])),
    ({ order }) => order.id,
  );
  for (const { line, verdict } of verdicts) {
    yield;
    if (typeof verdict === 'string')
      matching.leftOut.set(verdict, (matching.leftOut.get(verdict) ?? 0) + 1);
    else if (!isMatch(verdict)) matching.unclear.push(verdict);
    else if (wasGivenBack(line, verdict.order))
      matching.unclear.push(unclear(line, 'given_back', all([verdict.order])));
    else if ((payments.get(verdict.order.id)?.length ?? 0) > 1)
      matching.unclear.push(unclear(line, 'two_payments', all([verdict.order])));
    else matching[verdict.order.status === 'pending' ? 'sure' : 'late'].push(verdict);
  }
  return matching;
}

type Index = {
  byId: Map<number, MatchableOrder>;
  byPaymentId: Map<string | null, MatchableOrder[]>;
  byAmount: Map<number, MatchableOrder[]>;
  byName: Map<string, MatchableOrder[]>;
  byNameAndAmount: Map<string, MatchableOrder[]>;
};

function* indexOf(given: readonly MatchableOrder[]): Sliced<Index> {
  const find: Index = {
    byId: new Map(),
    byPaymentId: new Map(),
    byAmount: new Map(),
    byName: new Map(),
    byNameAndAmount: new Map(),
  };
  for (const order of given.toSorted((a, b) => a.placedAt - b.placedAt || a.id - b.id)) {
    find.byId.set(order.id, order);
    add(find.byPaymentId, order.paymentId, order);
    add(find.byAmount, order.totalCents, order);
    for (const name of order.names) {
      add(find.byName, name, order);
      add(find.byNameAndAmount, keyOf(kindOf(order), name, order.totalCents), order);
    }
    yield;
  }
  return find;
}

function add<Key>(found: Map<Key, MatchableOrder[]>, key: Key, order: MatchableOrder): void {
  const before = found.get(key);
  if (before) before.push(order);
  else found.set(key, [order]);
}

type OrderKind = 'pending' | 'ended' | 'paid' | 'noted';

/**
 * How an order competes for a payment without a number; `noted`: not at all, its payment is known.
 */
function kindOf(order: MatchableOrder): OrderKind {
  if (!isPaid(order)) return hasEnded(order.status) ? 'ended' : 'pending';
  return order.paymentId === null ? 'paid' : 'noted';
}

const keyOf = (kind: OrderKind, name: string, cents: number) => `${kind} ${cents} ${name}`;
