/** The moves of a piece between shop and orders, as data, and the status that follows from the counters. */
import type { ManualStatus, SpecimenStatus } from '#contract/catalogue/statuses.ts';

/** By how much each counter moves for one piece. */
export type StockMove = { quantity: -1 | 0 | 1; held: -1 | 0 | 1; waiting?: -1 };

export const stockMoves = {
  /** A free piece is claimed. */
  hold: { quantity: 0, held: 1 },
  /** The next in line claims the free piece that is reserved for them. */
  holdReserved: { quantity: 0, held: 1, waiting: -1 },
  /** A held piece is free again. */
  release: { quantity: 0, held: -1 },
  /** A held piece leaves the shop. */
  take: { quantity: -1, held: -1 },
  /** A free piece leaves the shop. */
  takeFree: { quantity: -1, held: 0 },
  /** A piece that had left is back and free. */
  giveBack: { quantity: 1, held: 0 },
  /** A piece that had left is back and held. */
  holdAgain: { quantity: 1, held: 1 },
} as const satisfies Record<string, StockMove>;

export type StockMoveName = keyof typeof stockMoves;

/** A specimen's status: sold out is sold, then a status set by hand counts, then the orders and the waiting list. */
export function statusOf(stock: { quantity: number; held: number; waiting: number; byHand: ManualStatus | null }): SpecimenStatus {
  if (stock.quantity === 0) return 'sold';
  return stock.byHand ?? (stock.held + stock.waiting >= stock.quantity ? 'pending' : 'available');
}
