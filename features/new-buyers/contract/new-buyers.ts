import { z } from 'zod';
import { text } from '#core/contract/text.ts';

export const orderSource = z.strictObject({
  by: z.enum(['email', 'ipAddress', 'network']),
  value: text(254).min(1),
});

export const strangersReport = z.object({
  orders: z.int(),
  pieces: z.int(),
  /** Counts all pieces, as if no one held any. */
  forSale: z.int(),
  sources: z.array(orderSource.extend({ orders: z.int(), pieces: z.int() })),
});

export type OrderSourceInput = z.infer<typeof orderSource>;
export type StrangersReport = z.infer<typeof strangersReport>;
