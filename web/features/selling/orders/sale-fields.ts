/** What is asked of a sale, wherever it is entered: props of its fields. */
import { buyerRules } from '#contract/selling/checkout.ts';
import { MAX_PAID_HOW, type SaleStatus } from '#contract/selling/order-kinds.ts';

export const saleFields = {
  /** @param free how many pieces may be sold. */
  price: (free: number) => ({
    label: free > 1 ? 'Price paid for each' : 'Price paid',
    prefix: '$',
    inputMode: 'decimal' as const,
    maxLength: 20,
  }),
  status: { label: 'The piece is' },
  paidHow: { label: 'How it was paid', placeholder: 'Cash, Denver show', maxLength: MAX_PAID_HOW },
  customerName: { label: 'Buyer, if known', maxLength: buyerRules.customerName.maxLength },
  customerEmail: { label: 'Email, if known', type: 'email', inputMode: 'email' as const, maxLength: buyerRules.customerEmail.maxLength },
  customerAddress: (status: SaleStatus) => ({
    label: status === 'paid' ? 'Ship to' : 'Mailing address, if known',
    maxLength: buyerRules.customerAddress.maxLength,
  }),
};
