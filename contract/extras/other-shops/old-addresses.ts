/** Addresses of the shop that the dealer comes from. */
import { z } from 'zod';

export const MAX_OLD_ADDRESSES_BYTES = 5 * 2 ** 20;
export const MAX_ADDRESSES = 20_000;

const count = z.int();

/** How many there are. */
export const oldAddressCount = z.object({ count });

/** What became of a sheet of them. */
export const oldAddressesRead = z.object({
  saved: count,
  /** By the rows of the sheet, the first thousand. */
  faults: z.array(z.object({ row: count, message: z.string() })),
  faultCount: count,
});

export type OldAddressCount = z.infer<typeof oldAddressCount>;
export type OldAddressesRead = z.infer<typeof oldAddressesRead>;
