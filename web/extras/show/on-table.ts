/** What is left of a piece at the table: as the list says, and after what this device did since. */
import type { ShowPiece } from '#contract/extras/show/show.ts';
import { type Entry, type HoldEntry, linesOf, type SoldLine } from './entries.ts';

/** Pieces that wait for somebody: in the shop as an order, or as an entry on this device. */
export type TableHold = {
  orderId: number | null;
  key: string | null;
  customerName: string;
  pieces: number;
  until: number | null;
  price: string;
};

export type OnTable = {
  /** Pieces that nobody has ordered, has on hold or waits for. */
  free: number;
  /** Sold on this device, and not known to the list yet. */
  sold: number;
  holds: TableHold[];
};

/** What the list does not know of: it waits to be sent, or was sent after the list was made. @param takenAt of that list. */
const isNew = ({ state, sentAt }: Entry, takenAt: number): boolean => state === 'waiting' || (state === 'sent' && (sentAt ?? 0) > takenAt);

const piecesIn = (lines: readonly SoldLine[], specimenId: number): number =>
  lines.reduce((sum, line) => sum + (line.specimenId === specimenId ? line.quantity : 0), 0);
const typedIn = (entry: Parameters<typeof linesOf>[0], specimenId: number): number =>
  piecesIn(
    linesOf(entry).map((line) => ({ ...line, quantity: Number(line.quantity) })),
    specimenId,
  );

/** Pieces of a specimen that were sold on this device and that the list of pieces does not know of yet, less those that came back. */
export function soldHere(entries: readonly Entry[], specimenId: number, takenAt: number): number {
  const pieces = entries
    .filter((entry) => isNew(entry, takenAt))
    .reduce((sum, entry) => {
      if (entry.kind === 'sale') return sum + typedIn(entry, specimenId) - piecesIn(entry.typed.insteadOf?.lines ?? [], specimenId);
      return entry.kind === 'ending' && entry.typed.what === 'return' ? sum - piecesIn(entry.typed.lines, specimenId) : sum;
    }, 0);
  return pieces;
}

/** Whether a hold is over: let go here, sold from here, or past its time. */
function isOver(entries: readonly Entry[], { orderId, key, until }: Pick<TableHold, 'orderId' | 'key' | 'until'>, now: number): boolean {
  if (until !== null && until <= now) return true;
  return entries.some((entry) => {
    if (entry.state !== 'waiting' && entry.state !== 'sent') return false;
    if (entry.kind === 'piece' || entry.kind === 'hold' || (entry.kind === 'ending' && entry.typed.what !== 'release')) return false;
    const order = entry.kind === 'ending' ? entry.typed.orderId : entry.typed.fromHold;
    return (orderId !== null && order === orderId) || (key !== null && entry.typed.holdKey === key);
  });
}

/** @param takenAt when the list was made. @param now milliseconds since 1970. */
export function onTable(piece: Pick<ShowPiece, 'id' | 'free' | 'holds'>, entries: readonly Entry[], takenAt: number, now: number): OnTable {
  const listed = (piece.holds ?? []).map(({ orderId, customerName, pieces, until, price }) => ({
    orderId,
    key: null,
    customerName,
    pieces,
    price,
    until: until === null ? null : Date.parse(until),
  }));
  const own = entries
    .filter((entry): entry is HoldEntry => entry.kind === 'hold' && isNew(entry, takenAt) && typedIn(entry, piece.id) > 0)
    .map((entry) => ({
      orderId: entry.madeId,
      key: entry.key,
      customerName: entry.typed.customerName,
      until: entry.typed.until,
      pieces: typedIn(entry, piece.id),
      price: linesOf(entry).find(({ specimenId }) => specimenId === piece.id)?.price ?? '',
    }));
  const count = (holds: readonly TableHold[]) => holds.reduce((sum, { pieces }) => sum + pieces, 0);
  const lasting = (holds: readonly TableHold[]) => holds.filter((hold) => !isOver(entries, hold, now));
  const [ofShop, ofDevice] = [lasting(listed), lasting(own)];
  const sold = soldHere(entries, piece.id, takenAt);
  return {
    free: Math.max(0, piece.free + count(listed) - count(ofShop) - count(ofDevice) - sold),
    sold: Math.max(0, sold),
    holds: [...ofShop, ...ofDevice],
  };
}
