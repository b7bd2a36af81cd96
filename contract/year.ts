/** Apart from the other dates: on a page the server says it, and only servers need this. */
import { formatDay } from './dates.ts';

/** The year in the shop's time zone; an unknown zone counts as UTC. */
export const yearIn = (timeZone: string, now: Date): number => Number(formatDay(now.toISOString(), timeZone).slice(-4));
