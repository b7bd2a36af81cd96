import type { ManualStatus, SpecimenStatus } from '#core/contract/catalogue/statuses.ts';
import { statusOf } from './stock-moves.ts';

/** Counters, and the admin's status; null follows the orders. */
export type HandStock = {
  quantity: number;
  held: number;
  waiting: number;
  byHand: ManualStatus | null;
};

/** The present status asks for nothing, since clients send back what they have read. */
type StockRequest = { status?: SpecimenStatus; quantity?: number };

/**
 * below_held: pending orders hold more; last_held, last_bought: an order holds or has bought the
 * last piece; last_reserved: it is the next in line's.
 */
type StockRefusal = 'below_held' | 'last_held' | 'last_bought' | 'last_reserved';

/** @param isBought whether an order has taken pieces out of the shop. */
export function stockAfter(
  stock: HandStock,
  request: StockRequest,
  isBought: boolean,
): HandStock | StockRefusal {
  const quantity = request.quantity ?? stock.quantity;
  const { held, waiting } = stock;
  if (quantity < held) return 'below_held';
  const { status } = request;
  if (status === undefined || status === statusOf(stock)) return { ...stock, quantity };
  // Quantity 0 is sold by itself.
  if (status === 'sold') return { quantity, held, waiting, byHand: quantity === 0 ? null : 'sold' };
  if (quantity === 0 && isBought) return 'last_bought';
  // Back in the shop, there must be a piece.
  const left = Math.max(1, quantity);
  const isHeld = held === left;
  if (status === 'available') {
    if (isHeld) return 'last_held';
    // After a status set by hand it is the line's turn: that asks for something.
    const isReserved = stock.byHand === null && stock.quantity > 0 && held + waiting >= left;
    return isReserved ? 'last_reserved' : { quantity: left, held, waiting, byHand: null };
  }
  // Pending because of an order: it must be free again when the order is cancelled.
  return { quantity: left, held, waiting, byHand: isHeld ? null : 'pending' };
}

const list = (orders: number[]) => orders.map((id) => `#${id}`).join(', ');

/** @param orders those in the way, newest first. */
export const stockRefusals: Record<
  StockRefusal,
  (title: string, held: number, orders: number[]) => string
> = {
  below_held: (title, held, orders) =>
    `${held === 1 ? 'One piece' : `${held} pieces`} of “${title}” ${held === 1 ? 'is' : 'are'} on hold (${list(orders)}), so the quantity can’t be less than ${held}.`,
  last_held: (title, _, [order]) =>
    `Order #${order} holds the last piece of “${title}”. Cancel that order first, or raise the quantity.`,
  last_bought: (title, _, [order]) =>
    `Order #${order} bought the last piece of “${title}”. If you have another one, raise the quantity.`,
  last_reserved: (title) =>
    `“${title}” is reserved for the next in line. Clear its waiting list on this page to make it available.`,
};
