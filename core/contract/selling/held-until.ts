import { formatDeadline } from '#core/contract/dates.ts';

/** `On hold until Nov 24, 2026, 6:00 PM EST`. */
export const heldUntilText = (instant: string, timeZone?: string): string =>
  `On hold until ${formatDeadline(instant, timeZone)}`;
