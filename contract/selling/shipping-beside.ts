/** What shipping adds, in words beside a price; apart from `shipping.ts`, which every page has. Free of schemas, so pages may import it. */
import { formatDollars } from '#contract/money.ts';
import { hasFreeShipping, type ShippingRule } from './shipping.ts';

/** What shipping adds to a piece's price, to stand behind it; both in cents. */
export function shippingBeside(rule: ShippingRule, price: number, shipping: number): string {
  if (shipping === 0) return 'Free shipping';
  return `plus ${formatDollars(shipping)} shipping${hasFreeShipping(rule, price) ? ', free if you check out from your cart' : ''}`;
}
