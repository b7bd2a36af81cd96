/** What shipping adds, in words beside a price; apart from `shipping.ts`, which every page has. Free of schemas, so pages may import it. */
import { formatDollars, parseAmount } from '#contract/money.ts';
import { hasFreeShipping, type ShippingRule } from './shipping.ts';

/** Behind the shipping of a piece bought on its own whose price alone makes a cart ship free. */
export const CART_SHIPS_FREE = ', free if you check out from your cart';

/** What shipping adds to a piece's price, to stand behind it; both in cents. */
export function shippingBeside(rule: ShippingRule, price: number, shipping: number): string {
  if (shipping === 0) return 'Free shipping';
  const from = parseAmount(rule.freeFrom);
  const free = from === null ? '' : hasFreeShipping(rule, price) ? CART_SHIPS_FREE : `, free for carts of ${formatDollars(from)} and up`;
  return `plus ${formatDollars(shipping)} shipping${free}`;
}
