/** What moves between shop and buyer for an order. Free of schemas, so pages may import it. */

/** From the buyer, back to the buyer, and what the payment service charged. */
export const moneyKinds = ['payment', 'refund', 'fee'] as const;
export type MoneyKind = (typeof moneyKinds)[number];

/** How money moves, either way. */
export const moneyMethods = ['Venmo', 'Zelle', 'PayPal', 'Card', 'Cash', 'Check', 'Other'] as const;
export type MoneyMethod = (typeof moneyMethods)[number];

/** The first kind of payment that words such as “Cash, Denver show” name; null: none. */
export function methodIn(words: string): MoneyMethod | null {
  const named = words.toLowerCase().split(/[^a-z]+/);
  return moneyMethods.find((method) => named.includes(method.toLowerCase())) ?? null;
}

/** What becomes of the pieces of a paid order that is cancelled. */
export const pieceChoices = ['sale', 'aside'] as const;
