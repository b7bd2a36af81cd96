import { FREE_SHIPPING_FROM } from '#contract/money.ts';

export type Totals = { subtotal: number; shipping: number; total: number };

/** What an order costs, in cents, from the shop's own prices. Free shipping from 500.00 is the cart's; a direct purchase is price plus shipping. */
export function orderTotals(kind: 'cart' | 'direct', lines: { priceCents: number; shippingCents: number; quantity: number }[]): Totals {
  const subtotal = lines.reduce((sum, line) => sum + line.priceCents * line.quantity, 0);
  const isFree = kind === 'cart' && subtotal >= FREE_SHIPPING_FROM;
  const shipping = isFree ? 0 : lines.reduce((sum, line) => sum + line.shippingCents * line.quantity, 0);
  return { subtotal, shipping, total: subtotal + shipping };
}
