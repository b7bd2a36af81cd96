import { z } from 'zod';
import { amount, givenInstant, id, instant, line, text, trimmed } from '#core/contract/text.ts';
import { privateNote } from './buyers.ts';
import { ownWords } from './changing-orders.ts';
import { buyerRules, emailPattern } from './checkout.ts';
import { MAX_HOLD_HOURS } from './holds.ts';
import {
  MAX_ADDRESS_NOTE,
  MAX_BUYER_WORDS,
  MAX_PAID_HOW,
  MAX_PAYMENT_ID_LENGTH,
} from './order-limits.ts';
import { moneyMethods, pieceChoices } from './order-money.ts';
import { orderStatusTable } from './order-statuses.ts';
import { orderStatus } from './orders.ts';

const { customerName, customerEmail, customerAddress } = buyerRules;

const noteOf = (maxLength: number) =>
  line(maxLength)
    .nullable()
    .transform((text) => text || null)
    .optional();
const shortNote = noteOf(100);

/** A field left out stays, null or empty removes it. */
const parcel = {
  carrier: shortNote,
  trackingNumber: shortNote,
  customerAddress: trimmed(customerAddress.maxLength).optional(),
};

/** A field left out stays, null or empty removes it. */
export const orderEdit = z.strictObject({
  ...parcel,
  /** Until the order is shipped. */
  customerName: line(customerName.maxLength)
    .min(customerName.minLength, customerName.message)
    .optional(),
  /** Until the order is shipped; the new address gets the link. */
  customerEmail: trimmed(customerEmail.maxLength)
    .regex(emailPattern, customerEmail.message)
    .optional(),
  /** The parcel bears the former address already. */
  addressNote: line(MAX_ADDRESS_NOTE).optional(),
  venmoPaymentId: noteOf(MAX_PAYMENT_ID_LENGTH),
  paidHow: noteOf(MAX_PAID_HOW),
  privateNote: privateNote
    .nullable()
    .transform((text) => text || null)
    .optional(),
  /** Counts only for a parcel on its way. */
  writesToBuyer: z.boolean().default(false),
});

export const statusChange = z.strictObject({ status: orderStatus, ...parcel });

/** A day in the shop's time zone, not in the future; none: today. */
const on = z.iso.date('Please choose a date').startsWith('2').optional();

/** As typed. */
const givenPayment = {
  method: z.enum(moneyMethods),
  on,
  fee: text(100).optional(),
  payer: noteOf(200),
  note: noteOf(MAX_ADDRESS_NOTE),
};

/** A payment goes with a status that says paid. */
export const statusUpdate = statusChange
  .extend({
    /** `amount`: none is what is due; `settles`: nothing is due or to refund afterwards. */
    payment: z
      .strictObject({
        ...givenPayment,
        amount: text(100).optional(),
        settles: z.boolean().default(false),
      })
      .optional(),
  })
  .refine(
    ({ status, payment }) => payment === undefined || orderStatusTable[status].paidAt === 'set',
    {
      path: ['payment'],
      message: 'Only a paid order has a payment.',
    },
  );

/** Of any amount, in any state of the order; `receivedAmount` as for a refund. */
export const paymentInput = z.strictObject({
  ...givenPayment,
  amount: text(100),
  receivedAmount: amount,
  writesToBuyer: z.boolean().default(false),
});

/** What has come settles the order; `receivedAmount` as for a refund. */
export const settling = z.strictObject({ receivedAmount: amount });

/** Fields left out stay; `orderId`: the order that it belongs to. */
export const moneyCorrection = z.strictObject({
  ...givenPayment,
  method: z.enum(moneyMethods).optional(),
  amount: text(100).optional(),
  orderId: id.optional(),
});

/** `receivedAmount` as the admin saw it, so that no refund is noted twice. */
const givenRefund = { method: z.enum(moneyMethods), on, receivedAmount: amount };

export const refundInput = z.strictObject({
  ...givenRefund,
  amount: text(100),
  /** none: for the order as a whole. */
  lineId: id.optional(),
  writesToBuyer: z.boolean().default(true),
  words: ownWords,
});

/** A `refundAmount` of 0 keeps the money. */
export const paidCancellation = z.strictObject({
  ...givenRefund,
  refundAmount: text(100),
  pieces: z.enum(pieceChoices),
  words: ownWords,
  /** When a device recorded what it sends later; in place of `on`. */
  refundedAt: givenInstant.optional(),
});

/** `amount`: what came, of an order that is marked paid. */
export const effectsQuery = statusChange.extend({ amount: text(100).optional() });

export const statusEffects = z.object({
  status: orderStatus,
  /** null: it is possible. */
  refusal: z.string().nullable(),
  specimens: z.array(
    z.object({ specimenId: id.nullable(), text: z.string(), forLine: z.boolean() }),
  ),
  /** null: nothing to say. */
  money: z.string().nullable(),
  /** null: no email goes. */
  mail: z.object({ to: z.string(), subject: z.string(), text: z.string() }).nullable(),
  hasMailServer: z.boolean(),
});

const words = trimmed(MAX_BUYER_WORDS).min(1, 'Please write a message');

/** Sent again with the same key, they are written once. */
export const buyerWords = z.strictObject({ text: words, key: text(100).min(1) });

export const mailDraftInput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('order_words'), text: words }),
  z.strictObject({ kind: z.literal('order_payment'), amount: text(100) }),
  z.strictObject({
    kind: z.enum(['order_refunded', 'order_cancelled']),
    amount: text(100),
    method: z.enum(moneyMethods),
    lineId: id.optional(),
    words: ownWords,
  }),
]);

/** null: nothing to write yet. */
export const mailDraft = statusEffects.pick({ mail: true, hasMailServer: true });

/** An extension answers the report that the admin saw, and no later one. */
export const holdExtension = z.strictObject({
  hours: z.int().min(1).max(MAX_HOLD_HOURS),
  paymentReportedAt: instant.nullable().default(null),
});

export const cancelInput = z.strictObject({ ids: z.array(id).min(1).max(100) });

export const cancelReport = z.object({
  results: z.array(
    z.object({
      id,
      result: z.enum(['cancelled', 'unchanged', 'not_found', 'refused']),
      message: z.string(),
    }),
  ),
});

/** Afterwards no one knows who was to pay. */
export const erasure = z.strictObject({ evenPending: z.boolean().default(false) });

export type OrderEdit = z.infer<typeof orderEdit>;
export type OrderEditInput = z.input<typeof orderEdit>;
export type RefundInput = z.infer<typeof refundInput>;
export type GivenRefund = z.input<typeof refundInput>;
export type PaidCancellation = z.infer<typeof paidCancellation>;
export type EffectsQuery = z.infer<typeof effectsQuery>;
export type BuyerWords = z.infer<typeof buyerWords>;
export type MailDraftInput = z.infer<typeof mailDraftInput>;
export type MailDraft = z.infer<typeof mailDraft>;
export type StatusUpdate = z.infer<typeof statusUpdate>;
export type StatusUpdateInput = z.input<typeof statusUpdate>;
export type PaymentInput = z.infer<typeof paymentInput>;
export type MoneyCorrection = z.infer<typeof moneyCorrection>;
export type HoldExtension = z.infer<typeof holdExtension>;
export type StatusEffects = z.infer<typeof statusEffects>;
export type CancelReport = z.infer<typeof cancelReport>;
