import { z } from 'zod';
import type { CallTable } from '#core/contract/calls.ts';
import { buyerRules } from '#core/contract/selling/checkout.ts';
import { ORDER_KEY_HEADER } from '#core/contract/selling/order-key.ts';
import { text, trimmed } from '#core/contract/text.ts';

const { minLength, maxLength, message } = buyerRules.customerAddress;

const byBuyer = {
  who: 'its buyer',
  limit: 10,
  headers: z.looseObject({ [ORDER_KEY_HEADER]: text(200).optional() }),
} as const;

export const ownOrderCalls = {
  'POST /api/orders/:id/cancellation': {
    about: '204; cancels an unpaid order; 409 once money has come',
    ...byBuyer,
  },
  'PUT /api/orders/:id/address': {
    about: '204; another `address`, until the order is shipped',
    ...byBuyer,
    body: z.strictObject({ address: trimmed(maxLength).min(minLength, message) }),
  },
} as const satisfies CallTable;

type OwnOrderCalls = typeof ownOrderCalls;

declare module '#core/contract/calls.ts' {
  interface Calls extends OwnOrderCalls {}
}
