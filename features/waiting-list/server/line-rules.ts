/**
 * Decides what happens in a specimen's line from its rows alone. Why:
 * `docs/decisions/0047-waiting-lists.md`.
 */
import { HOUR_MS } from '#core/contract/durations.ts';
import { isForSale, type StockRow } from '#core/server/catalogue/specimens/stock/stock.service.ts';
import type { EntryEnd } from '#features/waiting-list/contract/waiting-rules.ts';

type LineStock = Pick<
  StockRow,
  'quantity' | 'held' | 'visible' | 'for_sale' | 'price_cents' | 'shipping_cents' | 'status_by_hand'
>;

export type LineEntry = {
  id: number;
  offered_until: string | null;
  renewed_at: string | null;
  isUntold: boolean;
  isBlocked: boolean;
};

export type LineRules = { hours: number; canMail: boolean };

export type LineStep =
  | { kind: 'end'; id: number; as: EntryEnd }
  | { kind: 'offer'; id: number; until: string; isRenewal: boolean }
  /** The place in line stays. */
  | { kind: 'withdraw'; id: number };

/** An offer that ended so long ago ended while no shop was there for its reader to buy in. */
const UNWATCHED_MS = HOUR_MS;

/**
 * @param all the entries in the order of the line.
 * @returns none where all is as it should be.
 */
export function lineSteps(
  stock: LineStock,
  all: LineEntry[],
  { hours, canMail }: LineRules,
  now: string,
): LineStep[] {
  if (stock.quantity === 0 || stock.status_by_hand === 'sold') return end(all, 'sold');
  if (!isForSale(stock)) return end(all, 'gone');
  const [blocked, entries] = [
    all.filter(({ isBlocked }) => isBlocked),
    all.filter(({ isBlocked }) => !isBlocked),
  ];

  const isOver = (entry: LineEntry) => entry.offered_until !== null && entry.offered_until <= now;
  const passed = entries.filter((entry) => isOver(entry) && (hours === 0 || isSeen(entry, now)));
  const offered = entries.filter(
    (entry) => entry.offered_until !== null && !passed.includes(entry),
  );
  const waiting = entries.filter((entry) => entry.offered_until === null);
  const free = stock.status_by_hand === null ? stock.quantity - stock.held : 0;

  const until = new Date(Date.parse(now) + hours * HOUR_MS).toISOString();
  const offer = ({ id }: LineEntry, isRenewal: boolean): LineStep => ({
    kind: 'offer',
    id,
    until,
    isRenewal,
  });
  const next = waiting.slice(0, Math.max(0, free - offered.length));
  // Promises are fulfilled; but nobody else is put off where nobody can be told.
  const isClosed = hours === 0 || (next.length > 0 && !canMail);
  return [
    ...end(blocked, 'removed'),
    ...end(passed, 'passed'),
    ...offered.slice(0, free).flatMap((entry) => (isOver(entry) ? [offer(entry, true)] : [])),
    // The last ones that were told are the first to wait again.
    ...offered.slice(free).map(({ id }): LineStep => ({ kind: 'withdraw', id })),
    ...(isClosed ? end(waiting, 'closed') : next.map((entry) => offer(entry, false))),
  ];
}

const end = (entries: LineEntry[], as: EntryEnd): LineStep[] =>
  entries.map(({ id }) => ({ kind: 'end', id, as }));

/** The offer could have been used; once renewed, it counts as seen. */
const isSeen = ({ offered_until, renewed_at, isUntold }: LineEntry, now: string): boolean =>
  renewed_at !== null ||
  !(isUntold || Date.parse(now) - Date.parse(offered_until ?? now) > UNWATCHED_MS);
