import { keysOf } from '#core/contract/tables.ts';

export const shippingChargeTable = {
  each: 'Each piece’s own shipping',
  dearest: 'The highest shipping of any piece in the cart',
  flat: 'The same amount for every order',
} as const satisfies Record<string, string>;

export type ShippingCharge = keyof typeof shippingChargeTable;
export const shippingCharges = keysOf(shippingChargeTable);

/** Apart from the code that visitors download. */
export const DEFAULT_SHIPPING = { charge: 'each', flatAmount: '0.00', freeFrom: '500.00' } as const;
