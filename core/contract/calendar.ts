/** Pages import this: keep schemas out. */

const DAY_MS = 24 * 60 * 60 * 1000;

export type Calendar = {
  /** `2026-11-21` */
  dayOf: (instant: string) => string;
  yearOf: (instant: string) => number;
  middleOf: (day: string) => string;
  startOf: (year: number) => string;
};

/** An unknown time zone counts as UTC. */
export function calendarOf(timeZone: string): Calendar {
  const format = dayFormat(timeZone);
  const partsOf = (time: number) =>
    Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
  const yearAt = (time: number) => Number(partsOf(time).year);
  const dayOf = (instant: string) => {
    const { year, month, day } = partsOf(Date.parse(instant));
    return `${year}-${month}-${day}`;
  };
  return {
    dayOf,
    middleOf(day) {
      const noon = `${day}T12:00:00.000Z`;
      // East of +12:00 the next day has begun by then.
      return dayOf(noon) === day ? noon : `${day}T00:00:00.000Z`;
    },
    yearOf: (instant) => yearAt(Date.parse(instant)),
    startOf(year) {
      // Zones are at most 14 hours from UTC, and no API names the end of a year: halving finds it.
      let before = Date.UTC(year, 0, 1) - DAY_MS;
      let within = Date.UTC(year, 0, 1) + DAY_MS;
      while (within - before > 1) {
        const middle = Math.floor((before + within) / 2);
        if (yearAt(middle) < year) before = middle;
        else within = middle;
      }
      return new Date(within).toISOString();
    },
  };
}

function dayFormat(timeZone: string): Intl.DateTimeFormat {
  const day = { year: 'numeric', month: '2-digit', day: '2-digit', calendar: 'gregory' } as const;
  try {
    return new Intl.DateTimeFormat('en-US', { ...day, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...day, timeZone: 'UTC' });
  }
}
