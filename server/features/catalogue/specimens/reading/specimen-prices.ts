/** Prices as the admin types them, and the columns that store them. */

import { canonicalPrice, formatAmount, parseAmount, parsePrice, parseShipping } from '#contract/money.ts';
import { PRICE_MESSAGE } from '#contract/number-words.ts';
import { Problem } from '#contract/problems.ts';

/** @throws Problem invalid_input for a price of 0. */
export function priceColumns(typed: string | null) {
  const price = canonicalPrice(typed);
  if (price !== null && parseAmount(price) === 0)
    throw new Problem('invalid_input', PRICE_MESSAGE, { issues: [{ path: 'price', message: PRICE_MESSAGE }] });
  return { price, price_cents: parsePrice(price) };
}

export const shippingColumns = (typed: string | null) => ({
  shipping_price: canonicalPrice(typed) ?? formatAmount(0),
  shipping_cents: parseShipping(typed),
});
