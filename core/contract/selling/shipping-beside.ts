/** Apart from `shipping.ts`, which every page has. Pages import this: keep schemas out. */
import { formatDollars, parseAmount } from '#core/contract/money.ts';
import { hasFreeShipping, type ShippingRule } from './shipping.ts';

/** The price alone makes a cart ship free. */
export const CART_SHIPS_FREE = ', free if you check out from your cart';

/** Both in cents. @param hasCart whether the piece can be put into one. */
export function shippingBeside(
  rule: ShippingRule,
  price: number,
  shipping: number,
  hasCart = true,
): string {
  if (shipping === 0) return 'Free shipping';
  const from = parseAmount(rule.freeFrom);
  const free =
    from === null || !hasCart
      ? ''
      : hasFreeShipping(rule, price)
        ? CART_SHIPS_FREE
        : `, free for carts of ${formatDollars(from)} and up`;
  return `plus ${formatDollars(shipping)} shipping${free}`;
}
