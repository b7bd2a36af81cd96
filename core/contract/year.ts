/** Only servers need it. */
import { formatDay } from './dates.ts';

/** An unknown zone counts as UTC. */
export const yearIn = (timeZone: string, now: Date): number =>
  Number(formatDay(now.toISOString(), timeZone).slice(-4));
