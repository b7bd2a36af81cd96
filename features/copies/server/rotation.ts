/** Days are those of the shop's time zone, so a change of the clocks costs or adds no copy. */
import { DAY_MS, MINUTE_MS } from '#core/contract/durations.ts';

export type Keep = { days: number; weeks: number; months: number };

const QUARTER_MS = 15 * MINUTE_MS;
/** No day is longer; a night may begin an hour late. */
const MAX_QUARTERS = 27 * 4;

type Local = { day: string; hour: number };

function localOf(timeZone: string): (at: Date) => Local {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  });
  return (at) => {
    const parts = Object.fromEntries(
      format.formatToParts(at).map(({ type, value }) => [type, value]),
    );
    return { day: `${parts.year}-${parts.month}-${parts.day}`, hour: Number(parts.hour) };
  };
}

/**
 * The first quarter of an hour after `now` at which the shop's clock reaches the hour, or passes it
 * where that night has no such hour.
 */
export function nextNight(now: Date, hour: number, timeZone: string): Date {
  const local = localOf(timeZone);
  const nightOf = (at: Date) => {
    const { day, hour: shown } = local(at);
    return shown >= hour ? day : dayBefore(day);
  };
  const tonight = nightOf(now);
  const first = Math.floor(now.getTime() / QUARTER_MS) + 1;
  for (let quarter = first; quarter < first + MAX_QUARTERS; quarter++) {
    const at = new Date(quarter * QUARTER_MS);
    // Days compare as text; where the clocks go back over the hour, the night does not begin twice.
    if (nightOf(at) > tonight) return at;
  }
  return new Date((first + MAX_QUARTERS) * QUARTER_MS);
}

const dayBefore = (day: string) => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);
function weekOf(day: string): string {
  const at = new Date(day);
  return new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * DAY_MS).toISOString().slice(0, 10);
}

/**
 * The last copy of each of the last days, weeks and months that have one. The newest always stays.
 */
export function remainingOf(copies: readonly Date[], keep: Keep, timeZone: string): Set<Date> {
  const local = localOf(timeZone);
  const newestFirst = copies.toSorted((a, b) => b.getTime() - a.getTime());
  const remaining = new Set(newestFirst.slice(0, 1));
  const periods: [number, (day: string) => string][] = [
    [keep.days, (day) => day],
    [keep.weeks, weekOf],
    [keep.months, (day) => day.slice(0, 7)],
  ];
  for (const [count, periodOf] of periods) {
    const seen = new Set<string>();
    for (const at of newestFirst) {
      const period = periodOf(local(at).day);
      if (seen.has(period)) continue;
      if (seen.size === count) break;
      seen.add(period);
      remaining.add(at);
    }
  }
  return remaining;
}
