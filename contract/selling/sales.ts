/** What the admin enters as sold, or on hold, by hand. */
import { z } from 'zod';
import { amount, id, line, text, trimmed } from '#contract/text.ts';
import { buyerRules, emailPattern } from './checkout.ts';
import { handMadeStatuses, MAX_PAID_HOW, MAX_SOLD_AT_ONCE } from './hand-made.ts';
import { MAX_HOLD_HOURS } from './holds.ts';
import { moneyMethods } from './order-money.ts';

const { customerName, customerEmail, customerAddress, notes } = buyerRules;

/** An instant that the admin's device names; not before the year 2000. */
export const givenInstant = z.iso.datetime({ precision: 3 }).startsWith('2');

/** Pieces of a specimen that are sold by hand. The price is what is paid for each, as it is typed. */
const soldPieces = { specimenId: id, quantity: z.int().min(1).max(9999).default(1), price: text(100) };

/** A sale made elsewhere, or pieces put on hold for somebody by hand. */
export const sale = z.strictObject({
  ...soldPieces,
  status: z.enum(handMadeStatuses).default('delivered'),
  /** How long a hold lasts; 0: until the admin decides, none: as the setting says. */
  holdHours: z.int().min(0).max(MAX_HOLD_HOURS).optional(),
  paidHow: line(MAX_PAID_HOW).optional(),
  customerName: line(customerName.maxLength).optional(),
  customerEmail: trimmed(customerEmail.maxLength)
    .refine((email) => email === '' || emailPattern.test(email), customerEmail.message)
    .optional(),
  customerAddress: trimmed(customerAddress.maxLength).optional(),
  /** The buyer's words. */
  notes: text(notes.maxLength).optional(),
  /** When it was sold, of one that is entered later. */
  soldAt: givenInstant.optional(),
  /** What else is sold, or held, with it. */
  further: z
    .array(z.strictObject(soldPieces))
    .max(MAX_SOLD_AT_ONCE - 1)
    .optional(),
  /** How it was paid, where that is one of the usual ways. */
  method: z.enum(moneyMethods).optional(),
  /** Until when a hold lasts, in place of its hours. Agreed with the buyer, so nobody is asked at its end. */
  holdUntil: givenInstant.optional(),
  /** The hold by hand that its buyer has come back for: that order becomes the sale. */
  fromHold: id.optional(),
  /** The sale by hand that this one corrects, which is undone, with what the shop has of its buyer as the admin saw it. */
  insteadOf: z.strictObject({ orderId: id, receivedAmount: amount }).optional(),
  /** Whether the buyer gets a receipt by email. */
  sendsReceipt: z.boolean().optional(),
});

/** To whom the receipt of a sale goes; the same key writes it once. */
export const receiptInput = z.strictObject({
  email: trimmed(customerEmail.maxLength).regex(emailPattern, customerEmail.message),
  key: text(100).min(1),
});

export type Sale = z.infer<typeof sale>;
export type SaleInput = z.input<typeof sale>;
export type ReceiptInput = z.infer<typeof receiptInput>;
