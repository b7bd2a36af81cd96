import { formatNearDate } from '#contract/dates.ts';

/** `On hold until Nov 24, 6:00 PM`, in the shop's time zone. */
export const heldUntilText = (instant: string, timeZone: string): string => `On hold until ${formatNearDate(instant, timeZone)}`;

/** `Reserved for the next in line until Nov 24, 6:00 PM`, in the shop's time zone. */
export const reservedUntilText = (instant: string, timeZone: string): string =>
  `Reserved for the next in line until ${formatNearDate(instant, timeZone)}`;
