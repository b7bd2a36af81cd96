/** What the shop stores of one buyer, under an email address; for the admin only. */
import { z } from 'zod';
import { buyerRules } from '#contract/selling/checkout.ts';
import { id, trimmed } from '#contract/text.ts';

const email = trimmed(254).min(1, buyerRules.customerEmail.message);

export const buyerDataQuery = z.strictObject({ email });

/** How much there is of each kind, such as `orders`. */
export const buyerDataCounts = z.object({
  email: z.string(),
  counts: z.record(z.string(), z.int()),
  /** Orders that are still to be paid. */
  openOrders: z.array(id),
});

/** Everything, as it is handed to the buyer. */
export const buyerData = z.object({ email: z.string(), exportedAt: z.string(), data: z.record(z.string(), z.array(z.unknown())) });

/** Open orders need `evenOpen`: afterwards it is unknown who is to pay, and where the parcel goes. */
export const buyerErasure = z.strictObject({ email, evenOpen: z.boolean().default(false) });

export type BuyerDataCounts = z.infer<typeof buyerDataCounts>;
export type BuyerData = z.infer<typeof buyerData>;
