/** Reserves nothing. */
import { z } from 'zod';
import { id } from '#core/contract/text.ts';

export const cartCheckInput = z.strictObject({
  items: z.array(z.strictObject({ specimenId: id, quantity: z.int().min(1).max(9999) })).max(100),
});

const checkedLine = z.object({
  specimenId: id,
  /**
   * `ok`: can be ordered as it stands; `not_enough`: fewer pieces are left; the rest cannot be
   * ordered at all.
   */
  state: z.enum(['ok', 'gone', 'sold', 'pending', 'not_for_sale', 'not_enough']),
  /** null where the specimen is gone or hidden. */
  title: z.string().nullable(),
  /** With two decimals; null where it cannot be bought. */
  price: z.string().nullable(),
  shippingPrice: z.string().nullable(),
  available: z.int(),
});

export const cartCheck = z.object({ lines: z.array(checkedLine) });

export type CartCheckInput = z.infer<typeof cartCheckInput>;
export type CheckedLine = z.infer<typeof checkedLine>;
export type CartCheck = z.infer<typeof cartCheck>;
