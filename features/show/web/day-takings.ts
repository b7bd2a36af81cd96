import { calendarOf } from '#core/contract/calendar.ts';
import { parseAmount } from '#core/contract/money.ts';
import { type MoneyMethod, moneyMethods } from '#core/contract/selling/order-money.ts';
import type { ShowTakings } from '#features/show/contract/show.ts';
import { centsOf, type Entry } from './entries.ts';

/** `readAt` is by this device's clock. */
export type StoredTakings = ShowTakings & { readAt: number };

/** In cents; the name is empty where nobody said. */
export type Way = { method: MoneyMethod | ''; received: number; refunded: number };
export type DayTakings = {
  ways: Way[];
  received: number;
  refunded: number /** Entries that are not in the shop yet. */;
  unsent: number;
};

function movesOf(entry: Entry): Way[] {
  const cents = centsOf(entry) ?? 0;
  if (entry.kind === 'ending')
    return entry.typed.what === 'return'
      ? [{ method: entry.typed.method, received: 0, refunded: cents }]
      : [];
  if (entry.kind !== 'sale') return [];
  const { method = '', insteadOf } = entry.typed;
  const undone = insteadOf
    ? [
        {
          method: insteadOf.method,
          received: 0,
          refunded: parseAmount(insteadOf.receivedAmount) ?? 0,
        },
      ]
    : [];
  return [{ method, received: cents, refunded: 0 }, ...undone];
}

/** @param day in the shop's time zone: `2026-11-21`. */
export function dayTakings(
  entries: readonly Entry[],
  shop: StoredTakings | null,
  day: string,
  timeZone: string,
): DayTakings {
  const { dayOf } = calendarOf(timeZone);
  const known = shop?.day === day ? shop : null;
  const own = entries.filter((entry) => {
    const { kind, state, recordedAt, sentAt, madeId } = entry;
    if (movesOf(entry).length === 0 || recordedAt === null || state === 'draft') return false;
    // What the shop does not take back was not refunded, or already is.
    if (kind === 'ending' && state === 'refused') return false;
    if (dayOf(new Date(recordedAt).toISOString()) !== day) return false;
    if (state !== 'sent' || known === null) return true;
    // These entries arrived since the shop was asked last, and are not in what it said.
    const moved = kind === 'sale' ? 'payment' : 'refund';
    const orderId = entry.kind === 'ending' ? entry.typed.orderId : madeId;
    return (
      (sentAt ?? 0) > known.readAt &&
      !known.moves.some((move) => move.orderId === orderId && move.kind === moved)
    );
  });
  const moved: Way[] = [
    ...(known?.ways ?? []).map(({ method, received, refunded }) => ({
      method,
      received: parseAmount(received) ?? 0,
      refunded: parseAmount(refunded) ?? 0,
    })),
    ...own.flatMap(movesOf),
  ];
  const sum = (found: readonly Way[], side: 'received' | 'refunded') =>
    found.reduce((cents, move) => cents + move[side], 0);
  const sums = (found: readonly Way[]) => ({
    received: sum(found, 'received'),
    refunded: sum(found, 'refunded'),
  });
  const byWay = Map.groupBy(moved, ({ method }) => method);
  return {
    ...sums(moved),
    unsent: own.filter(({ state }) => state !== 'sent').length,
    ways: ([...moneyMethods, ''] as const).flatMap((method) => {
      const found = byWay.get(method);
      return found ? [{ method, ...sums(found) }] : [];
    }),
  };
}
