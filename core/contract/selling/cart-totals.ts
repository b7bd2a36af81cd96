/** Plain functions, shared by pages and server. */
import { parseAmount } from '#core/contract/money.ts';
import type { CartItem } from './cart.ts';
import {
  combinedShipping,
  hasFreeShipping,
  type PricedLine,
  type ShippingRule,
} from './shipping.ts';

type Priced = Pick<CartItem, 'price' | 'shippingPrice' | 'quantity'>;

/** What cannot be read counts as 0. */
export function centsOf(price: string | number | null | undefined): number {
  if (typeof price === 'number')
    return Number.isFinite(price) && price > 0 ? Math.round(price * 100) : 0;
  return parseAmount(price ?? '') ?? 0;
}

/** Cents. */
export type OrderTotals = {
  subtotal: number;
  shipping: number;
  total: number;
  isShippingFree: boolean;
};
export type CartTotals = OrderTotals & { itemCount: number };

/**
 * A cart may ship free, a direct purchase never. The shop uses its own prices, the browser those in
 * its cart.
 */
export function orderTotals(
  rule: ShippingRule,
  kind: 'cart' | 'direct',
  lines: readonly PricedLine[],
): OrderTotals {
  const subtotal = lines.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0);
  const isShippingFree = kind === 'cart' && hasFreeShipping(rule, subtotal);
  const shipping = isShippingFree ? 0 : combinedShipping(rule, lines);
  return { subtotal, shipping, total: subtotal + shipping, isShippingFree };
}

export function cartTotals(rule: ShippingRule, items: readonly Priced[]): CartTotals {
  const lines = items.map(({ price, shippingPrice, quantity }) => ({
    priceCents: centsOf(price),
    shippingCents: centsOf(shippingPrice),
    quantity,
  }));
  return {
    itemCount: items.reduce((count, { quantity }) => count + quantity, 0),
    ...orderTotals(rule, 'cart', lines),
  };
}
