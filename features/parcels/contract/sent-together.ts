import { z } from 'zod';
import { idList } from '#core/contract/id-list.ts';
import { moneyMethods } from '#core/contract/selling/order-money.ts';
import { amount, id, text } from '#core/contract/text.ts';

/** Orders that travel with this one; `takesOff` lowers the shipping by what they save. */
export const togetherInput = z.strictObject({
  orders: z.array(id).min(1).max(20),
  /** All shipping as the admin saw it, so nothing is taken off twice. */
  shippingAmount: text(100),
  takesOff: z.boolean(),
  method: z.enum(moneyMethods).default('Venmo'),
  writesToBuyer: z.boolean().default(true),
});

export const togetherQuery = z.strictObject({ orders: idList(20) });

export const togetherPreview = z.object({
  /** All shipping now, and by the rule for one parcel; never more. */
  shippingAmount: amount,
  togetherAmount: amount,
  refundAmount: amount,
  refusal: z.string().nullable(),
});

export type TogetherInput = z.infer<typeof togetherInput>;
export type TogetherGiven = z.input<typeof togetherInput>;
export type TogetherPreview = z.infer<typeof togetherPreview>;
