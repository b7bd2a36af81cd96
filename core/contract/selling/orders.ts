import { z } from 'zod';
import { mail } from '#core/contract/messages/mails.ts';
import { amount, id, instant, line, text, trimmed } from '#core/contract/text.ts';
import * as featureOrderFields from '#features/order-fields.ts';
import { buyer as knownBuyer } from './buyers.ts';
import { proposal } from './changing-orders.ts';
import { buyerRules, EMPTY_CART, emailPattern } from './checkout.ts';
import { holdStates } from './holds.ts';
import { orderKinds } from './order-kinds.ts';
import { moneyKinds } from './order-money.ts';
import { orderFilters, orderStatuses } from './order-statuses.ts';
import { orderStepNames } from './order-steps.ts';
import { otherOrder } from './other-order.ts';

export const orderStatus = z.enum(orderStatuses);

const { customerName, customerEmail, customerAddress, venmoUsername, notes } = buyerRules;
const buyer = {
  customerName: line(customerName.maxLength).min(customerName.minLength, customerName.message),
  customerEmail: trimmed(customerEmail.maxLength).regex(emailPattern, customerEmail.message),
  customerAddress: trimmed(customerAddress.maxLength).min(
    customerAddress.minLength,
    customerAddress.message,
  ),
  notes: text(notes.maxLength).nullish(),
};
const priceText = z.union([text(100), z.number()]).nullish();

/** Titles and prices are what the buyer saw; the server uses its own. */
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

/** A shop that takes Venmo asks for the user name. */
export const directOrder = z.strictObject({
  specimenId: id,
  ...buyer,
  totalAmount: amount,
  venmoUsername: line(venmoUsername.maxLength).nullish(),
});

const orderLine = z.object({
  id,
  /** null once the specimen is deleted. */
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
  /** null without a number, or for an unknown carrier. */
  trackingUrl: z.string().nullable(),
  /** Adds "Order contains multiple items" where there are several lines. */
  notes: z.string().nullable(),
  /** Without "Order contains multiple items". */
  buyerNotes: z.string().nullable(),
  lines: z.array(orderLine),
  createdAt: instant,
  /** null: no end is known. */
  heldUntil: instant.nullable(),
  /** When the buyer said that the payment is sent. */
  paymentReportedAt: instant.nullable(),
  /** Only until its email is confirmed. */
  awaitsProof: z.boolean(),
  /** Read by its mail's link: a press, which no mail scanner makes, confirms the email. */
  confirmable: z.literal(true).optional(),
});

const buyerOrder = order.extend({ secretPath: z.string() });

/** null: still to come, or unknown when. */
const orderStep = z.object({
  step: z.enum(orderStepNames),
  at: instant.nullable(),
  isDone: z.boolean(),
});

/** `title`: of its line; null: for the order as a whole. */
const movedMoney = z.object({
  amount,
  at: instant,
  method: z.string().nullable(),
  title: z.string().nullable(),
});

export const followedOrder = buyerOrder.extend({
  steps: z.array(orderStep),
  payments: z.array(movedMoney),
  refunds: z.array(movedMoney),
  endedUnpaid: z.boolean(),
  endedByBuyer: z.boolean(),
  /** null: there was none. */
  proposal: proposal.nullable(),
  dueAmount: amount,
});

export const adminOrder = order.extend({
  /** Unpaid for more than 72 hours. */
  overdue: z.boolean(),
  /** null for an order that is not pending. */
  hold: z.enum(holdStates).nullable(),
  hasSignOfLife: z.boolean(),
  paidHow: z.string().nullable(),
  /** Payments less refunds. */
  receivedAmount: amount,
  /** null: no payment, or no one said. */
  paidBy: z.string().nullable(),
  dueAmount: amount,
});

/** `filter`: a status, or overdue. */
export const ordersQuery = z.strictObject({
  search: text(10_000).optional(),
  filter: z.enum(orderFilters).optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).optional(),
});

/** Newest first. `counts`: of all that match the search, whatever the filter. */
export const ordersPage = z.object({
  orders: z.array(adminOrder),
  page: z.int(),
  pages: z.int(),
  total: z.int(),
  counts: z.record(z.enum(['all', ...orderFilters]), z.int()),
});

const orderEvent = z.object({
  at: instant,
  actor: z.enum(['buyer', 'owner', 'system']),
  text: z.string(),
});

export const orderDetail = adminOrder.extend({
  secretPath: z.string(),
  erasedAt: instant.nullable(),
  /** When this order proved the address. */
  emailProvedAt: instant.nullable(),
  /** When the buyer is to be reminded to pay. */
  remindsAt: instant.nullable(),
  history: z.array(orderEvent),
  /** `on`: the day in the shop's time zone; `paymentId`: whose fee it is. */
  money: z.array(
    movedMoney.extend({
      id,
      kind: z.enum(moneyKinds),
      paymentId: id.nullable(),
      on: z.string(),
      payer: z.string(),
      note: z.string(),
    }),
  ),
  mails: z.array(mail),
  hasMailServer: z.boolean(),
  /** null: it can be deleted. */
  deletionRefusal: z.string().nullable(),
  /** Only the admin reads it. */
  privateNote: z.string(),
  /** Changes with the admin's notes; an editor sends it back as `If-Match`. */
  version: z.string(),
  ...featureOrderFields,
  /** null: nothing is asked. */
  proposal: proposal.nullable(),
  /** Received beyond what is asked. */
  surplusAmount: amount,
  /** What of the total the owner does not ask. */
  writtenOffAmount: amount,
  /** What came beyond the total, and stays. */
  giftAmount: amount,
  /** The shop has it of a cancelled order, and no one has said what happens to it. */
  toRefundAmount: amount,
  /** Sent back with a change of lines and totals. */
  contentsVersion: z.string(),
  /** null without an email address. */
  buyer: knownBuyer
    .extend({
      /** Newest first. */
      others: z.array(otherOrder),
      /** Only the first are listed. */
      otherCount: z.int(),
      /** Less refunds, of all orders of the address. */
      paidAmount: amount,
    })
    .nullable(),
});

const venmoPayment = z.object({
  venmoUsername: z.string(),
  paymentInstructions: z.string(),
});

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
export type OrderFields = {
  [Name in keyof typeof featureOrderFields]: z.infer<(typeof featureOrderFields)[Name]>;
};
export type PlacedOrder = z.infer<typeof placedOrder>;
