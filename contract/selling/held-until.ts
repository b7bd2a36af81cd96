import { formatNearDate } from '#contract/dates.ts';

/** `Pending, held until Nov 24, 6:00 PM`, in the shop's time zone. */
export const heldUntilText = (instant: string, timeZone: string): string => `Pending, held until ${formatNearDate(instant, timeZone)}`;

/** `Reserved for the next in line until Nov 24, 6:00 PM`, in the shop's time zone. */
export const reservedUntilText = (instant: string, timeZone: string): string =>
  `Reserved for the next in line until ${formatNearDate(instant, timeZone)}`;
