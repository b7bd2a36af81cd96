import { z } from 'zod';
import type { CallTable } from '#core/contract/calls.ts';
import { buyerRules, emailPattern } from '#core/contract/selling/checkout.ts';
import { ORDER_KEY_HEADER } from '#core/contract/selling/order-key.ts';
import { text, trimmed } from '#core/contract/text.ts';

const { maxLength, message } = buyerRules.customerEmail;
const headers = z.looseObject({ [ORDER_KEY_HEADER]: text(200).optional() });

export const emailCalls = {
  'GET /api/orders/:id/email': {
    about: 'whether emails to the buyer have failed for good',
    who: 'its buyer, admin',
    headers,
    response: z.object({ hasFailed: z.boolean() }),
  },
  'PUT /api/orders/:id/email': {
    about: '204; then another address, which gets a new link',
    who: 'its buyer, admin',
    limit: 10,
    headers,
    body: z.strictObject({ email: trimmed(maxLength).regex(emailPattern, message) }),
  },
} as const satisfies CallTable;

type EmailCalls = typeof emailCalls;

declare module '#core/contract/calls.ts' {
  interface Calls extends EmailCalls {}
}
