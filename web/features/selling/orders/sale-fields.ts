/** What is asked of a sale, wherever it is entered: props of its fields. */
import { buyerRules } from '#contract/selling/checkout.ts';
import { type HandMadeStatus, MAX_PAID_HOW } from '#contract/selling/hand-made.ts';

export const saleFields = {
  /** @param free how many pieces may be sold. */
  price: (free: number, isPaid = true) => ({
    label: `${isPaid ? 'Price paid' : 'Price agreed'}${free > 1 ? ' for each' : ''}`,
    prefix: '$',
    inputMode: 'decimal' as const,
    maxLength: 20,
  }),
  status: { label: 'The piece is' },
  paidHow: { label: 'How it was paid', placeholder: 'Cash, Denver show', maxLength: MAX_PAID_HOW },
  customerName: { label: 'Buyer, if known', maxLength: buyerRules.customerName.maxLength },
  customerEmail: { label: 'Email, if known', type: 'email', inputMode: 'email' as const, maxLength: buyerRules.customerEmail.maxLength },
  customerAddress: (status: HandMadeStatus) => ({
    label: status !== 'delivered' ? 'Ship to' : 'Mailing address, if known',
    maxLength: buyerRules.customerAddress.maxLength,
  }),
};
