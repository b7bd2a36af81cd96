import type { ManualStatus, SpecimenStatus } from '#core/contract/catalogue/statuses.ts';

export type StockMove = { quantity: -1 | 0 | 1; held: -1 | 0 | 1; waiting?: -1 };

export const stockMoves = {
  hold: { quantity: 0, held: 1 },
  /** The next in line claims the reserved piece. */
  holdReserved: { quantity: 0, held: 1, waiting: -1 },
  release: { quantity: 0, held: -1 },
  take: { quantity: -1, held: -1 },
  takeFree: { quantity: -1, held: 0 },
  /** A piece comes back free. */
  giveBack: { quantity: 1, held: 0 },
  /** A piece comes back held. */
  holdAgain: { quantity: 1, held: 1 },
} as const satisfies Record<string, StockMove>;

export type StockMoveName = keyof typeof stockMoves;

/** Sold out is sold; then a status set by hand counts, then orders and the waiting list. */
export function statusOf(stock: {
  quantity: number;
  held: number;
  waiting: number;
  byHand: ManualStatus | null;
}): SpecimenStatus {
  if (stock.quantity === 0) return 'sold';
  return stock.byHand ?? (stock.held + stock.waiting >= stock.quantity ? 'pending' : 'available');
}
