import { z } from 'zod';
import { ADDRESS_LIMIT, EMAIL_LIMIT, emailPattern, HANDLE_LIMIT, NAME_LIMIT, NOTES_LIMIT } from './checkout.ts';
import { amount, id, instant, text, trimmed } from './text.ts';
import { orderStatuses } from './words.ts';

export const orderStatus = z.enum(orderStatuses);

const buyer = {
  customerName: trimmed(NAME_LIMIT).min(2, 'Name must be at least 2 characters'),
  customerEmail: trimmed(EMAIL_LIMIT).regex(emailPattern, 'Please enter a valid email address'),
  customerAddress: trimmed(ADDRESS_LIMIT).min(10, 'Please enter your full shipping address'),
  notes: text(NOTES_LIMIT).nullish(),
};
const priceWords = z.union([text(100), z.number()]).nullish();

/** The checkout of a cart. Titles and prices are what the buyer saw; the server uses its own. */
export const cartOrder = z.strictObject({
  items: z
    .array(
      z.strictObject({
        specimenId: id,
        title: text(200).optional(),
        imageUrl: text(2_000).optional(),
        price: priceWords,
        shippingPrice: priceWords,
        quantity: z.int().min(1).max(9999),
      }),
    )
    .min(1, 'Your cart is empty. Add some items before checking out.'),
  ...buyer,
  totalAmount: amount,
  venmoUsername: trimmed(HANDLE_LIMIT).nullish(),
});

/** The purchase of one specimen without a cart. */
export const directOrder = z.strictObject({
  specimenId: id,
  ...buyer,
  totalAmount: amount,
  venmoUsername: trimmed(HANDLE_LIMIT).min(1, 'Please enter your Venmo username'),
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
  kind: z.enum(['cart', 'direct']),
  customerName: z.string(),
  customerEmail: z.string(),
  customerAddress: z.string(),
  subtotalAmount: amount,
  shippingAmount: amount,
  totalAmount: amount,
  status: orderStatus,
  venmoUsername: z.string().nullable(),
  venmoPaymentId: z.string().nullable(),
  /** The buyer's words, followed by "Order contains multiple items" where there are several lines. */
  notes: z.string().nullable(),
  /** The buyer's words alone. */
  buyerNotes: z.string().nullable(),
  lines: z.array(orderLine),
  createdAt: instant,
});

/** What a buyer reads of his order: the order and the link that opens it anywhere. */
export const buyerOrder = order.extend({ secretPath: z.string() });

/** What the owner reads. */
export const ownerOrder = order.extend({
  /** Pending and unpaid for more than 72 hours. */
  overdue: z.boolean(),
});

export const venmoPayment = z.object({ venmoUsername: z.string(), paymentInstructions: z.string() });

/** The answer to a placed order. */
export const placedOrder = z.object({ order: buyerOrder, venmoSettings: venmoPayment.optional() });

export const statusChange = z.strictObject({ status: orderStatus });

export type CartOrder = z.infer<typeof cartOrder>;
export type DirectOrder = z.infer<typeof directOrder>;
export type Order = z.infer<typeof order>;
export type OrderLine = z.infer<typeof orderLine>;
export type BuyerOrder = z.infer<typeof buyerOrder>;
export type OwnerOrder = z.infer<typeof ownerOrder>;
export type PlacedOrder = z.infer<typeof placedOrder>;
