import { z } from 'zod';
import { mail } from '#contract/messages/mails.ts';
import { amount, id, instant, line, text, trimmed } from '#contract/text.ts';
import { buyer as knownBuyer, privateNote } from './buyers.ts';
import { proposal } from './changing-orders.ts';
import { buyerRules, EMPTY_CART, emailPattern } from './checkout.ts';
import { MAX_PAID_HOW } from './hand-made.ts';
import { holdStates, MAX_HOLD_HOURS } from './holds.ts';
import { orderKinds } from './order-kinds.ts';
import { MAX_ADDRESS_NOTE, MAX_BUYER_WORDS, MAX_PAYMENT_ID_LENGTH } from './order-limits.ts';
import { moneyKinds, moneyMethods, pieceChoices } from './order-money.ts';
import { orderFilters, orderStatuses, orderStatusTable } from './order-statuses.ts';
import { orderStepNames } from './order-steps.ts';
import { givenInstant } from './sales.ts';
import { otherOrder } from './sent-together.ts';

export const orderStatus = z.enum(orderStatuses);

const { customerName, customerEmail, customerAddress, venmoUsername, notes } = buyerRules;
const buyer = {
  customerName: line(customerName.maxLength).min(customerName.minLength, customerName.message),
  customerEmail: trimmed(customerEmail.maxLength).regex(emailPattern, customerEmail.message),
  customerAddress: trimmed(customerAddress.maxLength).min(customerAddress.minLength, customerAddress.message),
  notes: text(notes.maxLength).nullish(),
};
const priceText = z.union([text(100), z.number()]).nullish();

/** The checkout of a cart. Titles and prices are what the buyer saw; the server uses its own. */
export const cartOrder = z.strictObject({
  items: z
    .array(
      z.strictObject({
        specimenId: id,
        title: text(200).optional(),
        imageUrl: text(2_000).optional(),
        price: priceText,
        shippingPrice: priceText,
        quantity: z.int().min(1).max(9999),
      }),
    )
    .min(1, EMPTY_CART),
  ...buyer,
  totalAmount: amount,
  venmoUsername: line(venmoUsername.maxLength).nullish(),
});

/** The purchase of one specimen without a cart. A shop that takes payments by Venmo asks for the user name. */
export const directOrder = z.strictObject({
  specimenId: id,
  ...buyer,
  totalAmount: amount,
  venmoUsername: line(venmoUsername.maxLength).nullish(),
});

export const orderLine = z.object({
  id,
  /** null once the specimen has been deleted. */
  specimenId: id.nullable(),
  title: z.string(),
  price: amount,
  shippingPrice: amount,
  quantity: z.int(),
  lineTotal: amount,
  imageUrl: z.string(),
});

export const order = z.object({
  id,
  /** The first line's specimen. */
  specimenId: id.nullable(),
  kind: z.enum(orderKinds),
  customerName: z.string(),
  customerEmail: z.string(),
  customerAddress: z.string(),
  subtotalAmount: amount,
  shippingAmount: amount,
  totalAmount: amount,
  status: orderStatus,
  venmoUsername: z.string().nullable(),
  venmoPaymentId: z.string().nullable(),
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  /** The carrier's page that follows the parcel; null without a number, or where the carrier is not known. */
  trackingUrl: z.string().nullable(),
  /** The buyer's notes, followed by "Order contains multiple items" where there are several lines. */
  notes: z.string().nullable(),
  /** The buyer's notes alone. */
  buyerNotes: z.string().nullable(),
  lines: z.array(orderLine),
  createdAt: instant,
  /** Until when a pending order holds its specimens; null: no end is known. */
  heldUntil: instant.nullable(),
  /** When the buyer said that the payment is sent. */
  paymentReportedAt: instant.nullable(),
  /** Whether it is held only for a while, until the link in its mail is opened. */
  awaitsProof: z.boolean(),
});

/** An order as its buyer reads it, with the link that opens it anywhere. */
export const buyerOrder = order.extend({ secretPath: z.string() });

/** A step of an order: done, at a time if that is known, or still to come. */
export const orderStep = z.object({ step: z.enum(orderStepNames), at: instant.nullable(), isDone: z.boolean() });

/** Money that moved for an order; `title` is that of the line that it is for, null: for the order as a whole. */
const movedMoney = z.object({ amount, at: instant, method: z.string().nullable(), title: z.string().nullable() });

/** An order as its own page shows it. */
export const followedOrder = buyerOrder.extend({
  steps: z.array(orderStep),
  /** Of a sale made elsewhere: its page is its receipt. */
  payments: z.array(movedMoney).optional(),
  refunds: z.array(movedMoney),
  /** Whether it was cancelled because its hold ended without a payment. */
  endedUnpaid: z.boolean(),
  /** The latest change that its buyer was asked about; null: there was none. */
  proposal: proposal.nullable(),
  /** What is still to be paid of an order whose pieces its buyer has. */
  dueAmount: amount,
});

/** An order as the admin reads it. */
export const adminOrder = order.extend({
  /** Pending and unpaid for more than 72 hours. */
  overdue: z.boolean(),
  /** The state of its hold; null for an order that is not pending. */
  hold: z.enum(holdStates).nullable(),
  /** Whether its buyer has been there since ordering. */
  hasSignOfLife: z.boolean(),
  /** The admin's words on how it was paid, of a sale made elsewhere. */
  paidHow: z.string().nullable(),
  /** What the shop has of its buyer: payments less refunds. */
  receivedAmount: amount,
  /** How its last payment came; null: there was none, or nobody said. */
  paidBy: z.string().nullable(),
  /** What is still to be paid of an order whose pieces its buyer has. */
  dueAmount: amount,
});

/** Query of the admin's list; all optional. `filter` is a status, or overdue. */
export const ordersQuery = z.strictObject({
  search: text(10_000).optional(),
  filter: z.enum(orderFilters).optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).optional(),
});

/** A page of the admin's list, newest first. `counts` are those of all orders that match the search, whatever the filter. */
export const ordersPage = z.object({
  orders: z.array(adminOrder),
  page: z.int(),
  pages: z.int(),
  total: z.int(),
  counts: z.record(z.enum(['all', ...orderFilters]), z.int()),
});

/** One thing that happened to an order, as a sentence. */
export const orderEvent = z.object({ at: instant, actor: z.enum(['buyer', 'owner', 'system']), text: z.string() });

/** Everything the admin reads of one order. */
export const orderDetail = adminOrder.extend({
  /** The buyer's link. */
  secretPath: z.string(),
  /** When the buyer's personal data were replaced. */
  erasedAt: instant.nullable(),
  /** When the buyer's email address proved itself by this order. */
  emailProvedAt: instant.nullable(),
  /** When its buyer is to be reminded to pay. */
  remindsAt: instant.nullable(),
  history: z.array(orderEvent),
  /** In the sequence in which it was noted. `on`: the day in the shop's time zone; `paymentId` of a fee: the payment that it was charged for. */
  money: z.array(movedMoney.extend({ id, kind: z.enum(moneyKinds), paymentId: id.nullable(), on: z.string() })),
  mails: z.array(mail),
  /** Whether mails can be sent at all. */
  hasMailServer: z.boolean(),
  /** Read by the admin alone. */
  privateNote: z.string(),
  /** Changes with what the admin has noted; sent back as `If-Match` by an editor that must not overwrite another's words. */
  version: z.string(),
  /** The other orders of its parcel, and those of the buyer that could travel with it. */
  together: z.array(otherOrder),
  couldJoin: z.array(otherOrder),
  /** The change that its buyer is asked about now; null: there is none. */
  proposal: proposal.nullable(),
  /** What was received beyond its total. */
  surplusAmount: amount,
  /** Changes with its lines and totals; sent back with a change of them. */
  contentsVersion: z.string(),
  /** What is known of the buyer's email address; null where there is none. */
  buyer: knownBuyer
    .extend({
      /** The other orders of the address, newest first. */
      others: z.array(otherOrder),
      /** How many there are: only the first are listed. */
      otherCount: z.int(),
      /** What has been paid less what was refunded, of this order and the others. */
      paidAmount: amount,
    })
    .nullable(),
});

const noteOf = (maxLength: number) =>
  line(maxLength)
    .nullable()
    .transform((text) => text || null)
    .optional();
const shortNote = noteOf(100);

/** How an order's parcel travels; a field left out stays, null or empty removes it. */
const parcel = {
  carrier: shortNote,
  trackingNumber: shortNote,
  customerAddress: trimmed(customerAddress.maxLength).optional(),
};

/** The admin's notes on an order; a field left out stays, null or empty removes it. */
export const orderEdit = z.strictObject({
  ...parcel,
  /** Until the order is shipped. */
  customerName: line(customerName.maxLength).min(customerName.minLength, customerName.message).optional(),
  /** Until the order is shipped; the new address gets the order's link. */
  customerEmail: trimmed(customerEmail.maxLength).regex(emailPattern, customerEmail.message).optional(),
  /** Why an address is changed that the parcel bears already. */
  addressNote: line(MAX_ADDRESS_NOTE).optional(),
  venmoPaymentId: noteOf(MAX_PAYMENT_ID_LENGTH),
  paidHow: noteOf(MAX_PAID_HOW),
  privateNote: privateNote
    .nullable()
    .transform((text) => text || null)
    .optional(),
  /** Whether the buyer of an order that is on its way is told its new tracking number. */
  writesToBuyer: z.boolean().default(false),
});

/** The status that an order gets, with what is noted of its parcel in the same act. */
export const statusChange = z.strictObject({ status: orderStatus, ...parcel });

/** A day in the shop's time zone, not in the future; none: today. */
const on = z.iso.date('Please choose a date').startsWith('2').optional();

/** How a payment came, as typed. */
const givenPayment = { method: z.enum(moneyMethods), on, fee: text(100).optional() };

/** A change of status as the admin makes it; a payment goes with one that says that the order is paid. */
export const statusUpdate = statusChange
  .extend({ payment: z.strictObject(givenPayment).optional() })
  .refine(({ status, payment }) => payment === undefined || orderStatusTable[status].paidAt === 'set', {
    path: ['payment'],
    message: 'Only a paid order has a payment.',
  });

/** What is still missing of an order whose pieces the buyer has, once it comes; `receivedAmount` as for a refund. */
export const paymentInput = z.strictObject({ ...givenPayment, amount: text(100), receivedAmount: amount });

/** Corrects a payment, with its fee, or a refund; what is left out stays as it is. */
export const moneyCorrection = z.strictObject({ ...givenPayment, method: z.enum(moneyMethods).optional() });

/** A refund that the admin gives, as typed; `receivedAmount` is what the shop has of the buyer as the admin saw it, so that none is noted twice. */
const givenRefund = { method: z.enum(moneyMethods), on, receivedAmount: amount };

export const refundInput = z.strictObject({
  ...givenRefund,
  amount: text(100),
  /** The line that it is for; none: for the order as a whole. */
  lineId: id.optional(),
  writesToBuyer: z.boolean().default(true),
});

/** Cancels a paid order and says what becomes of money and pieces; a `refundAmount` of 0 keeps the money. */
export const paidCancellation = z.strictObject({
  ...givenRefund,
  refundAmount: text(100),
  pieces: z.enum(pieceChoices),
  /** When a device recorded it that sends it later; in place of `on`. */
  refundedAt: givenInstant.optional(),
});

/** What a change of status, or of the parcel alone, would do. */
export const statusEffects = z.object({
  status: orderStatus,
  /** Why it is not possible, or null. */
  refusal: z.string().nullable(),
  /** A sentence for each specimen that it changes. */
  specimens: z.array(z.object({ specimenId: id.nullable(), text: z.string() })),
  /** What it does to the order's money, in a sentence; null: nothing that needs one. */
  money: z.string().nullable(),
  /** The email that the buyer would get, or null. */
  mail: z.object({ to: z.string(), subject: z.string(), text: z.string() }).nullable(),
  hasMailServer: z.boolean(),
});

const words = trimmed(MAX_BUYER_WORDS).min(1, 'Please write a message');

/** The admin's own words to the buyer. Sent again with the same key, they are written once. */
export const buyerWords = z.strictObject({ text: words, key: text(100).min(1) });

/** An email that is read before it goes: the admin's words, or what tells of a refund. */
export const mailDraftInput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('order_words'), text: words }),
  z.strictObject({
    kind: z.enum(['order_refunded', 'order_cancelled']),
    amount: text(100),
    method: z.enum(moneyMethods),
    lineId: id.optional(),
  }),
]);

/** As the buyer would get it; null where there is none to write yet. */
export const mailDraft = statusEffects.pick({ mail: true, hasMailServer: true });

/** By how many hours a hold is extended, and the order's `paymentReportedAt` as the admin saw it: an extension answers that report and no later one. */
export const holdExtension = z.strictObject({
  hours: z.int().min(1).max(MAX_HOLD_HOURS),
  paymentReportedAt: instant.nullable().default(null),
});

export const cancelInput = z.strictObject({ ids: z.array(id).min(1).max(100) });

/** The outcome for each order that was to be cancelled. */
export const cancelReport = z.object({
  results: z.array(z.object({ id, result: z.enum(['cancelled', 'unchanged', 'not_found', 'refused']), message: z.string() })),
});

/** Where orders come from. */
export const orderSource = z.strictObject({ by: z.enum(['email', 'ipAddress', 'network']), value: text(254).min(1) });

/** The pending orders of strangers, whose email address has not proved itself, and where they come from. */
export const strangersReport = z.object({
  orders: z.int(),
  pieces: z.int(),
  /** All pieces that could be bought if nobody held any. */
  forSale: z.int(),
  sources: z.array(orderSource.extend({ orders: z.int(), pieces: z.int() })),
});

/** A pending order needs `evenPending`: afterwards it is unknown who was to pay. */
export const erasure = z.strictObject({ evenPending: z.boolean().default(false) });

export const venmoPayment = z.object({ venmoUsername: z.string(), paymentInstructions: z.string() });

/** The response to a placed order. */
export const placedOrder = z.object({ order: buyerOrder, venmoSettings: venmoPayment.optional() });

export type CartOrder = z.infer<typeof cartOrder>;
export type DirectOrder = z.infer<typeof directOrder>;
export type Order = z.infer<typeof order>;
export type OrderLine = z.infer<typeof orderLine>;
export type OrderStep = z.infer<typeof orderStep>;
export type FollowedOrder = z.infer<typeof followedOrder>;
export type BuyerOrder = z.infer<typeof buyerOrder>;
export type AdminOrder = z.infer<typeof adminOrder>;
export type OrdersQuery = z.infer<typeof ordersQuery>;
export type OrdersPage = z.infer<typeof ordersPage>;
export type OrderEvent = z.infer<typeof orderEvent>;
export type OrderDetail = z.infer<typeof orderDetail>;
export type OrderEdit = z.infer<typeof orderEdit>;
export type OrderEditInput = z.input<typeof orderEdit>;
export type RefundInput = z.infer<typeof refundInput>;
export type GivenRefund = z.input<typeof refundInput>;
export type PaidCancellation = z.infer<typeof paidCancellation>;
export type StatusChange = z.infer<typeof statusChange>;
export type BuyerWords = z.infer<typeof buyerWords>;
export type MailDraftInput = z.infer<typeof mailDraftInput>;
export type MailDraft = z.infer<typeof mailDraft>;
export type StatusUpdate = z.infer<typeof statusUpdate>;
export type StatusUpdateInput = z.input<typeof statusUpdate>;
export type PaymentInput = z.infer<typeof paymentInput>;
export type MoneyCorrection = z.infer<typeof moneyCorrection>;
export type HoldExtension = z.infer<typeof holdExtension>;
export type StatusEffects = z.infer<typeof statusEffects>;
export type OrderSourceInput = z.infer<typeof orderSource>;
export type StrangersReport = z.infer<typeof strangersReport>;
export type CancelReport = z.infer<typeof cancelReport>;
export type PlacedOrder = z.infer<typeof placedOrder>;
