import { HOUR_MS } from '#core/contract/durations.ts';

const MAX_DAY_MS = 26 * HOUR_MS;

/** An unknown zone counts as UTC. */
export function endOfDay(now: Date, timeZone: string): string {
  const format = dayFormat(timeZone);
  const today = format.format(now);
  // Days have 23 to 25 hours, and no API names their end: halving finds it.
  let within = now.getTime();
  let beyond = within + MAX_DAY_MS;
  while (beyond - within > 1) {
    const middle = Math.floor((within + beyond) / 2);
    if (format.format(middle) === today) within = middle;
    else beyond = middle;
  }
  return new Date(beyond).toISOString();
}

function dayFormat(timeZone: string): Intl.DateTimeFormat {
  const day = { dateStyle: 'short' } as const;
  try {
    return new Intl.DateTimeFormat('en-US', { ...day, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...day, timeZone: 'UTC' });
  }
}
