import { z } from 'zod';

export const MAX_OLD_ADDRESSES_BYTES = 5 * 2 ** 20;
export const MAX_ADDRESSES = 20_000;

const count = z.int();

export const oldAddressCount = z.object({ count });

export const oldAddressesRead = z.object({
  saved: count,
  /** The first thousand, by the sheet's rows. */
  faults: z.array(z.object({ row: count, message: z.string() })),
  faultCount: count,
});

export type OldAddressCount = z.infer<typeof oldAddressCount>;
export type OldAddressesRead = z.infer<typeof oldAddressesRead>;
