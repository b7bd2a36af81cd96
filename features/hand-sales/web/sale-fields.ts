import { buyerRules } from '#core/contract/selling/checkout.ts';
import { MAX_PAID_HOW } from '#core/contract/selling/order-limits.ts';
import { PAID_HOW_LABEL } from '#core/contract/selling/paid-how.ts';
import type { HandMadeStatus } from '#features/hand-sales/contract/hand-made.ts';

export const saleFields = {
  /** @param free how many pieces may be sold. */
  price: (free: number, isPaid = true) => ({
    label: `${isPaid ? 'Price paid' : 'Price agreed'}${free > 1 ? ' for each' : ''}`,
    prefix: '$',
    inputMode: 'decimal' as const,
    maxLength: 20,
  }),
  shipping: {
    label: 'Shipping',
    prefix: '$',
    inputMode: 'decimal' as const,
    maxLength: 20,
    hint: '0 if it’s free',
  },
  status: { label: 'The piece is' },
  paidHow: { label: PAID_HOW_LABEL, placeholder: 'Cash, Denver show', maxLength: MAX_PAID_HOW },
  customerName: { label: 'Buyer, if known', maxLength: buyerRules.customerName.maxLength },
  customerEmail: {
    label: 'Email, if known',
    type: 'email',
    inputMode: 'email' as const,
    maxLength: buyerRules.customerEmail.maxLength,
  },
  customerAddress: (status: HandMadeStatus) => ({
    label: status !== 'delivered' ? 'Ship to' : 'Mailing address, if known',
    maxLength: buyerRules.customerAddress.maxLength,
  }),
};
