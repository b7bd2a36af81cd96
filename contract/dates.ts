const withoutYear = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
const withYear = { ...withoutYear, year: 'numeric' } as const;
const day = { month: 'long', day: 'numeric', year: 'numeric' } as const;
type Shape = typeof withoutYear | typeof withYear | typeof day;

// Making one takes longer than using it a hundred times; a shop has one time zone.
const formats = new Map<Shape, Map<string, Intl.DateTimeFormat>>([withYear, withoutYear, day].map((shape) => [shape, new Map()]));

/** `Nov 21, 2026, 9:05 AM` in the shop's time zone, the same in pages and mails; an unknown zone counts as UTC. */
export const formatDate = (instant: string, timeZone: string): string => format(instant, timeZone, withYear);

/** `Nov 21, 9:05 AM`: the same of a day that is near. */
export const formatNearDate = (instant: string, timeZone: string): string => format(instant, timeZone, withoutYear);

/** `November 21, 2026`: on paper. */
export const formatDay = (instant: string, timeZone: string): string => format(instant, timeZone, day);

const format = (instant: string, timeZone: string, shape: Shape): string =>
  // Engines disagree on the space before AM; a plain one keeps both renderings alike.
  formatFor(timeZone, shape)
    .format(new Date(instant))
    .replace(/[\u202f\u00a0]/g, ' ');

function formatFor(timeZone: string, shape: Shape): Intl.DateTimeFormat {
  const known = formats.get(shape);
  const format = known?.get(timeZone) ?? newFormat(timeZone, shape);
  known?.set(timeZone, format);
  return format;
}

function newFormat(timeZone: string, shape: Shape): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', { ...shape, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...shape, timeZone: 'UTC' });
  }
}
