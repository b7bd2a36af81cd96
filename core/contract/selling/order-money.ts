/** Pages import this: keep schemas out. */

/** From the buyer, back to the buyer, and what the payment service kept. */
export const moneyKinds = ['payment', 'refund', 'fee'] as const;
export type MoneyKind = (typeof moneyKinds)[number];

/** `marked`: marking the order paid noted it, and undoing that takes it back. */
export const moneyOrigins = ['marked', 'typed', 'statement'] as const;
export type MoneyOrigin = (typeof moneyOrigins)[number];

export const moneyMethods = ['Venmo', 'Zelle', 'PayPal', 'Card', 'Cash', 'Check', 'Other'] as const;
export type MoneyMethod = (typeof moneyMethods)[number];

/** Finds the first named in words such as “Cash, Denver show”; null: none. */
export function methodIn(words: string): MoneyMethod | null {
  const named = words.toLowerCase().split(/[^a-z]+/);
  return moneyMethods.find((method) => named.includes(method.toLowerCase())) ?? null;
}

export const pieceChoices = ['sale', 'aside'] as const;
