import {
  canonicalPrice,
  formatAmount,
  parseAmount,
  parsePrice,
  parseShipping,
} from '#core/contract/money.ts';
import { PRICE_MESSAGE } from '#core/contract/number-words.ts';
import { invalidField } from '#core/contract/problems.ts';

/** @throws Problem invalid_input for a price of 0. */
export function priceColumns(typed: string | null) {
  const price = canonicalPrice(typed);
  if (price !== null && parseAmount(price) === 0) throw invalidField('price', PRICE_MESSAGE);
  return { price, price_cents: parsePrice(price) };
}

export const shippingColumns = (typed: string | null) => ({
  shipping_price: canonicalPrice(typed) ?? formatAmount(0),
  shipping_cents: parseShipping(typed),
});
