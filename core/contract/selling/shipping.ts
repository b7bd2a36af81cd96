/** Pages import this: keep schemas out. */

import { formatDollars, parseAmount, parseShipping } from '#core/contract/money.ts';
import type { ShippingCharge } from './shipping-charges.ts';

/**
 * `flatAmount` counts with `flat` alone; an empty `freeFrom` never ships free. Amounts as typed.
 */
export type ShippingRule = { charge: ShippingCharge; flatAmount: string; freeFrom: string };

/** Prices in cents, shipping per piece. */
export type PricedLine = { priceCents: number; shippingCents: number; quantity: number };

/** @param subtotal in cents. */
export function hasFreeShipping({ freeFrom }: ShippingRule, subtotal: number): boolean {
  const from = parseAmount(freeFrom);
  return from !== null && subtotal >= from;
}

/** Cents, never more than the pieces would cost one by one. */
export function combinedShipping(rule: ShippingRule, lines: readonly PricedLine[]): number {
  switch (rule.charge) {
    case 'each':
      return lines.reduce((sum, { shippingCents, quantity }) => sum + shippingCents * quantity, 0);
    case 'dearest':
      return Math.max(0, ...lines.map(({ shippingCents }) => shippingCents));
    case 'flat':
      return lines.length === 0 ? 0 : (parseAmount(rule.flatAmount) ?? 0);
  }
}

/** Cents; null where shipping is text, and it cannot be bought. */
export function pieceShipping(
  rule: ShippingRule,
  shippingPrice: string | null | undefined,
): number | null {
  const shippingCents = parseShipping(shippingPrice);
  return shippingCents === null
    ? null
    : combinedShipping(rule, [{ priceCents: 0, shippingCents, quantity: 1 }]);
}

/** null where each piece's own shipping says everything. */
export function shippingSentence({ charge, flatAmount, freeFrom }: ShippingRule): string | null {
  const from = parseAmount(freeFrom);
  const free = from === null ? '' : `, or free at ${formatDollars(from)} and up`;
  switch (charge) {
    case 'each':
      return from === null ? null : `Shipping is free for carts of ${formatDollars(from)} and up.`;
    case 'dearest':
      return `One shipping charge per cart: the highest of any piece in it${free}.`;
    case 'flat': {
      const amount = parseAmount(flatAmount) ?? 0;
      return amount === 0
        ? 'Shipping is free.'
        : `Shipping is ${formatDollars(amount)} for every order${from === null ? '' : `, or free for carts of ${formatDollars(from)} and up`}.`;
    }
  }
}
