/** How several pieces are charged together, with what the admin reads of it. */
import { keysOf } from '#contract/catalogue/statuses.ts';

export const shippingChargeTable = {
  each: 'Each piece’s own shipping',
  dearest: 'The highest shipping of any piece in the cart',
  flat: 'The same amount for every order',
} as const satisfies Record<string, string>;

export type ShippingCharge = keyof typeof shippingChargeTable;
export const shippingCharges = keysOf(shippingChargeTable);
