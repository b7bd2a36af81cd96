import type { ShowPiece } from '#features/show/contract/show.ts';
import { type Entry, type HoldEntry, linesOf, type SoldLine } from './entries.ts';

export type TableHold = {
  orderId: number | null;
  key: string | null;
  customerName: string;
  pieces: number;
  until: number | null;
  price: string;
};

export type OnTable = {
  free: number;
  sold: number;
  holds: TableHold[];
};

/** @param takenAt of the list. */
const isNew = ({ state, sentAt }: Entry, takenAt: number): boolean =>
  state === 'waiting' || (state === 'sent' && (sentAt ?? 0) > takenAt);

const piecesIn = (lines: readonly SoldLine[], specimenId: number): number =>
  lines.reduce((sum, line) => sum + (line.specimenId === specimenId ? line.quantity : 0), 0);
const typedIn = (entry: Parameters<typeof linesOf>[0], specimenId: number): number =>
  piecesIn(
    linesOf(entry).map((line) => ({ ...line, quantity: Number(line.quantity) })),
    specimenId,
  );

/** The list does not know of these yet; those that came back are taken off. */
export function soldHere(entries: readonly Entry[], specimenId: number, takenAt: number): number {
  const pieces = entries
    .filter((entry) => isNew(entry, takenAt))
    .reduce((sum, entry) => {
      if (entry.kind === 'sale')
        return (
          sum +
          typedIn(entry, specimenId) -
          piecesIn(entry.typed.insteadOf?.lines ?? [], specimenId)
        );
      return entry.kind === 'ending' && entry.typed.what === 'return'
        ? sum - piecesIn(entry.typed.lines, specimenId)
        : sum;
    }, 0);
  return pieces;
}

function isOver(
  entries: readonly Entry[],
  { orderId, key, until }: Pick<TableHold, 'orderId' | 'key' | 'until'>,
  now: number,
): boolean {
  if (until !== null && until <= now) return true;
  return entries.some((entry) => {
    if (entry.state !== 'waiting' && entry.state !== 'sent') return false;
    if (
      entry.kind === 'piece' ||
      entry.kind === 'hold' ||
      (entry.kind === 'ending' && entry.typed.what !== 'release')
    )
      return false;
    const order = entry.kind === 'ending' ? entry.typed.orderId : entry.typed.fromHold;
    return (orderId !== null && order === orderId) || (key !== null && entry.typed.holdKey === key);
  });
}

/** @param takenAt when the list was made. @param now milliseconds since 1970. */
export function onTable(
  piece: Pick<ShowPiece, 'id' | 'free' | 'holds'>,
  entries: readonly Entry[],
  takenAt: number,
  now: number,
): OnTable {
  const listed = (piece.holds ?? []).map(({ orderId, customerName, pieces, until, price }) => ({
    orderId,
    key: null,
    customerName,
    pieces,
    price,
    until: until === null ? null : Date.parse(until),
  }));
  const own = entries
    .filter(
      (entry): entry is HoldEntry =>
        entry.kind === 'hold' && isNew(entry, takenAt) && typedIn(entry, piece.id) > 0,
    )
    .map((entry) => ({
      orderId: entry.madeId,
      key: entry.key,
      customerName: entry.typed.customerName,
      until: entry.typed.until,
      pieces: typedIn(entry, piece.id),
      price: linesOf(entry).find(({ specimenId }) => specimenId === piece.id)?.price ?? '',
    }));
  const count = (holds: readonly TableHold[]) => holds.reduce((sum, { pieces }) => sum + pieces, 0);
  const lasting = (holds: readonly TableHold[]) =>
    holds.filter((hold) => !isOver(entries, hold, now));
  const [ofShop, ofDevice] = [lasting(listed), lasting(own)];
  const sold = soldHere(entries, piece.id, takenAt);
  return {
    free: Math.max(0, piece.free + count(listed) - count(ofShop) - count(ofDevice) - sold),
    sold: Math.max(0, sold),
    holds: [...ofShop, ...ofDevice],
  };
}
