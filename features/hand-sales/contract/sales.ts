import { z } from 'zod';
import { buyerRules, emailPattern } from '#core/contract/selling/checkout.ts';
import { MAX_HOLD_HOURS } from '#core/contract/selling/holds.ts';
import { MAX_PAID_HOW } from '#core/contract/selling/order-limits.ts';
import { moneyMethods } from '#core/contract/selling/order-money.ts';
import { amount, givenInstant, id, line, text, trimmed } from '#core/contract/text.ts';
import { handMadeStatuses, MAX_SOLD_AT_ONCE } from './hand-made.ts';

const { customerName, customerEmail, customerAddress, notes } = buyerRules;

const soldPieces = {
  specimenId: id,
  quantity: z.int().min(1).max(9999).default(1),
  price: text(100),
};

export const sale = z.strictObject({
  ...soldPieces,
  status: z.enum(handMadeStatuses).default('delivered'),
  /** 0: until the admin decides; none: as the setting says. */
  holdHours: z.int().min(0).max(MAX_HOLD_HOURS).optional(),
  /** none: nothing is shipped. */
  shipping: text(100).optional(),
  paidHow: line(MAX_PAID_HOW).optional(),
  customerName: line(customerName.maxLength).optional(),
  customerEmail: trimmed(customerEmail.maxLength)
    .refine((email) => email === '' || emailPattern.test(email), customerEmail.message)
    .optional(),
  customerAddress: trimmed(customerAddress.maxLength).optional(),
  notes: text(notes.maxLength).optional(),
  soldAt: givenInstant.optional(),
  further: z
    .array(z.strictObject(soldPieces))
    .max(MAX_SOLD_AT_ONCE - 1)
    .optional(),
  method: z.enum(moneyMethods).optional(),
  /** Replaces the hours. Agreed with the buyer, so nobody is asked at its end. */
  holdUntil: givenInstant.optional(),
  fromHold: id.optional(),
  /**
   * Undoes the sale that this one corrects; `receivedAmount` is what the shop has of its buyer as
   * the admin saw it.
   */
  insteadOf: z.strictObject({ orderId: id, receivedAmount: amount }).optional(),
  sendsReceipt: z.boolean().optional(),
});

/** The same key writes the receipt once. */
export const receiptInput = z.strictObject({
  email: trimmed(customerEmail.maxLength).regex(emailPattern, customerEmail.message),
  key: text(100).min(1),
});

export type Sale = z.infer<typeof sale>;
export type SaleInput = z.input<typeof sale>;
export type ReceiptInput = z.infer<typeof receiptInput>;
