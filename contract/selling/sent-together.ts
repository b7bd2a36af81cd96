/** Orders of one buyer that travel in one parcel. */
import { z } from 'zod';
import { idList } from '#contract/id-list.ts';
import { amount, id, instant, text } from '#contract/text.ts';
import { moneyMethods } from './order-money.ts';
import { orderStatuses } from './order-statuses.ts';

/** An order of the same buyer. */
export const otherOrder = z.object({ id, status: z.enum(orderStatuses), createdAt: instant, totalAmount: amount });

/** Which orders travel with this one; what they cost less of shipping is taken off, or not. */
export const togetherInput = z.strictObject({
  orders: z.array(id).min(1).max(20),
  /** What the shipping of all came to as the admin saw it, so that nothing is taken off twice. */
  shippingAmount: text(100),
  takesOff: z.boolean(),
  /** How what was paid too much goes back. */
  method: z.enum(moneyMethods).default('Venmo'),
  writesToBuyer: z.boolean().default(true),
});

export const togetherQuery = z.strictObject({ orders: idList(20) });

/** What sending them together would do. */
export const togetherPreview = z.object({
  /** The shipping of all of them now, and by the rule for one parcel; never more. */
  shippingAmount: amount,
  togetherAmount: amount,
  /** How much of the difference was paid already. */
  refundAmount: amount,
  /** Why it is not possible, or null. */
  refusal: z.string().nullable(),
});

export type TogetherInput = z.infer<typeof togetherInput>;
export type TogetherGiven = z.input<typeof togetherInput>;
export type TogetherPreview = z.infer<typeof togetherPreview>;
