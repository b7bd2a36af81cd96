/** Orders come here for every claim on a specimen. */

import type { SpecimenStatus } from '#core/contract/catalogue/statuses.ts';
import { type LostLine, Problem } from '#core/contract/problems.ts';
import type { CheckedLine } from '#core/contract/selling/cart-check.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import {
  lockStock,
  type StockRow,
  selectStock,
  setAside,
  setWaiting,
  updateStock,
} from './stock.queries.ts';
import { type StockMoveName, statusOf, stockMoves } from './stock-moves.ts';

export type { StockMoveName, StockRow };
export { lockStock, setAside, setWaiting };

type Stock = Omit<StockRow, 'id' | 'title' | 'status_by_hand'>;

export type Pieces = Pick<StockRow, 'quantity' | 'held' | 'waiting' | 'status_by_hand'>;

export const newPieces = ({
  quantity,
  status,
}: {
  quantity: number;
  status: SpecimenStatus;
}): Pieces => ({
  quantity,
  held: 0,
  waiting: 0,
  status_by_hand: status === 'available' ? null : status,
});

type LineStatus = CheckedLine['state'];

/** `free`: pieces that no one else has. */
type Found = { status: SpecimenStatus; free: number };

const foundByAnyone = ({ status, quantity, held, waiting }: Stock): Found => ({
  status,
  free: quantity - held - waiting,
});

/** The next in line may buy one piece. */
export const foundByNext = ({ status_by_hand }: Pick<StockRow, 'status_by_hand'>): Found => ({
  status: status_by_hand ?? 'available',
  free: 1,
});

/** A hidden specimen is as gone as an unknown one. */
export function lineStatusOf(
  row: Stock | undefined,
  wanted: number,
  found = row && foundByAnyone(row),
): LineStatus {
  if (!row?.visible || !found) return 'gone';
  if (found.status !== 'available') return found.status;
  if (!row.for_sale || row.price_cents === null || row.shipping_cents === null)
    return 'not_for_sale';
  return found.free < wanted ? 'not_enough' : 'ok';
}

/** Returns 0 when it cannot be bought for whatever reason. */
export const availableOf = (row: Stock | undefined, found = row && foundByAnyone(row)): number =>
  found && lineStatusOf(row, 1, found) === 'ok' ? found.free : 0;

/** Someone in line could buy it some day. */
export const isForSale = (
  row: Pick<StockRow, 'visible' | 'for_sale' | 'price_cents' | 'shipping_cents'>,
): boolean =>
  row.visible && row.for_sale && row.price_cents !== null && row.shipping_cents !== null;

/** Leaves out unknown ids. */
export async function readStock(db: Db | Tx, ids: number[]): Promise<Map<number, StockRow>> {
  const rows = ids.length === 0 ? [] : await selectStock(db, [...new Set(ids)]);
  return new Map(rows.map((row) => [row.id, row]));
}

export type WantedLine = {
  specimenId: number;
  quantity: number;
  /** As in the buyer's cart. */
  title: string;
};
export type ReservedLine = {
  specimenId: number;
  quantity: number;
  title: string;
  priceCents: number;
  shippingCents: number;
};

/**
 * Holds every line of a new order. When this throws, roll the transaction back, so that nothing is
 * held. @param lines at most one for each specimen. @param reserved specimens with a piece reserved
 * for this buyer, as the next in line. @returns the lines in the given order, with the shop's
 * titles and prices. @throws Problem specimen_unavailable naming every line that could not be held.
 */
export async function reserve(
  tx: Tx,
  lines: WantedLine[],
  now: string,
  reserved: ReadonlySet<number> = new Set(),
): Promise<ReservedLine[]> {
  const held = new Map<number, ReservedLine>();
  // In the same order everywhere, so that two orders never wait for each other.
  for (const line of lines.toSorted(bySpecimen)) {
    const row = await hold(tx, line, now, reserved.has(line.specimenId));
    if (!row || row.price_cents === null || row.shipping_cents === null) continue;
    const { title, price_cents: priceCents, shipping_cents: shippingCents } = row;
    held.set(row.id, {
      specimenId: row.id,
      quantity: line.quantity,
      title,
      priceCents,
      shippingCents,
    });
  }
  const lost = lines.filter((line) => !held.has(line.specimenId));
  if (lost.length > 0) throw await unavailable(tx, lost);
  return lines.flatMap((line) => held.get(line.specimenId) ?? []);
}

async function hold(
  tx: Tx,
  { specimenId: id, quantity }: WantedLine,
  now: string,
  isReserved: boolean,
): Promise<StockRow | undefined> {
  if (!isReserved)
    return updateStock(tx, { id, move: stockMoves.hold, pieces: quantity, who: 'buyer', now });
  const row = await updateStock(tx, {
    id,
    move: stockMoves.holdReserved,
    pieces: 1,
    who: 'next',
    now,
  });
  return row && quantity > 1
    ? updateStock(tx, { id, move: stockMoves.hold, pieces: quantity - 1, who: 'buyer', now })
    : row;
}

/** @returns false where a claim of free pieces was refused. */
export async function moveStock(
  tx: Tx,
  line: { specimenId: number; quantity: number },
  name: StockMoveName,
  now: string,
): Promise<boolean> {
  const claimsFree = claimsFreePieces(name);
  const who = claimsFree ? 'admin' : 'claimant';
  const row = await updateStock(tx, {
    id: line.specimenId,
    move: stockMoves[name],
    pieces: line.quantity,
    who,
    now,
  });
  if (row) return true;
  if (claimsFree) return false;
  // A deleted specimen has no counters left to move.
  if (!(await readStock(tx, [line.specimenId])).has(line.specimenId)) return true;
  throw new Error(`Specimen ${line.specimenId} does not have the pieces that its order claims`);
}

/** `forLine`: the next in line gets what becomes free. */
type MovePreview = { status: SpecimenStatus; free: number; forLine: boolean };

/**
 * Takes what the same transaction has freed, before those in line and despite a status set by hand.
 */
export async function takeFreed(
  tx: Tx,
  { specimenId, quantity }: { specimenId: number; quantity: number },
  now: string,
): Promise<void> {
  await updateStock(tx, {
    id: specimenId,
    move: stockMoves.takeFree,
    pieces: quantity,
    who: 'claimant',
    now,
  });
}

/** Returns null where `moveStock` would refuse. */
export function previewMove(row: Pieces, pieces: number, name: StockMoveName): MovePreview | null {
  const move = stockMoves[name];
  const quantity = row.quantity + move.quantity * pieces;
  const held = row.held + move.held * pieces;
  const { waiting, status_by_hand: byHand } = row;
  const isRefused =
    held < 0 ||
    held > quantity ||
    (claimsFreePieces(name) && (byHand === 'sold' || held + waiting > quantity));
  if (isRefused) return null;
  const [freeBefore, freeAfter] = [row.quantity - row.held, quantity - held];
  return {
    status: statusOf({ quantity, held, waiting, byHand }),
    free: Math.max(0, freeAfter - waiting),
    forLine: waiting > freeBefore && freeAfter > freeBefore && byHand === null,
  };
}

const claimsFreePieces = (name: StockMoveName) => name === 'hold' || name === 'takeFree';

export async function unavailable(tx: Tx, lost: WantedLine[]): Promise<Problem> {
  const ids = lost.map((line) => line.specimenId);
  return unavailableIn(await readStock(tx, ids), lost);
}

/** Expects the stock of these specimens to be read. */
export function unavailableIn(
  stock: ReadonlyMap<number, StockRow>,
  lost: readonly WantedLine[],
): Problem {
  const lines = lost.map((line): LostLine => {
    const row = stock.get(line.specimenId);
    const status = lineStatusOf(row, line.quantity);
    // Never tell the present title of a hidden specimen: the buyer reads the one in the cart.
    return {
      specimenId: line.specimenId,
      title: row?.visible ? row.title : line.title,
      // It was held when this buyer asked, and is free again only now.
      reason: status === 'ok' ? 'pending' : status,
      available: availableOf(row),
    };
  });
  return new Problem('specimen_unavailable', lines.map(sentence).join(' '), { lines });
}

function sentence({ title, reason, available }: LostLine): string {
  switch (reason) {
    case 'gone':
      return `“${title}” is no longer in the gallery.`;
    case 'sold':
      return `“${title}” has been sold.`;
    case 'pending':
      return `“${title}” is on hold for another buyer.`;
    case 'not_for_sale':
      return `“${title}” isn’t for sale right now.`;
    case 'not_enough':
      return available === 1
        ? `Only one of “${title}” is left.`
        : `Only ${available} of “${title}” are left.`;
  }
}

const bySpecimen = (a: { specimenId: number }, b: { specimenId: number }) =>
  a.specimenId - b.specimenId;
