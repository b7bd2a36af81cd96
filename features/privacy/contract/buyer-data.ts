/** For the admin only. */
import { z } from 'zod';
import { buyerRules } from '#core/contract/selling/checkout.ts';
import { id, trimmed } from '#core/contract/text.ts';

const email = trimmed(254).min(1, buyerRules.customerEmail.message);

export const buyerDataQuery = z.strictObject({ email });

export const buyerDataCounts = z.object({
  email: z.string(),
  counts: z.record(z.string(), z.int()),
  openOrders: z.array(id),
});

export const buyerData = z.object({
  email: z.string(),
  exportedAt: z.string(),
  data: z.record(z.string(), z.array(z.unknown())),
});

/**
 * Open orders need `evenOpen`: afterwards it is unknown who is to pay, and where the parcel goes.
 */
export const buyerErasure = z.strictObject({ email, evenOpen: z.boolean().default(false) });

export type BuyerDataCounts = z.infer<typeof buyerDataCounts>;
export type BuyerData = z.infer<typeof buyerData>;
