const day = { month: 'long', day: 'numeric', year: 'numeric' } as const;
const minute = { ...day, month: 'short', hour: 'numeric', minute: '2-digit' } as const;
const deadline = { ...minute, timeZoneName: 'short' } as const;

// Making one takes longer than using it a hundred times; a shop has one time zone.
const formats = new Map<string, Intl.DateTimeFormat>();

/** `Nov 21, 2026, 9:05 AM`; an unknown zone counts as UTC. */
export const formatDate = (instant: string, timeZone: string): string =>
  format(instant, timeZone, minute);

/** `November 21, 2026`: on paper. */
export const formatDay = (instant: string, timeZone: string): string =>
  format(instant, timeZone, day);

/** `Nov 24, 2026, 6:00 PM EST`. @param timeZone in a browser: none is the reader's own. */
export const formatDeadline = (instant: string, timeZone?: string): string =>
  format(instant, timeZone, deadline);

function format(instant: string, timeZone: string | undefined, shape: Intl.DateTimeFormatOptions) {
  const key = JSON.stringify([shape, timeZone]);
  const made = formats.get(key) ?? newFormat({ ...shape, timeZone });
  formats.set(key, made);
  // Engines disagree on the space before AM; a plain one keeps both renderings alike.
  return made.format(new Date(instant)).replace(/[\u202f\u00a0]/g, ' ');
}

function newFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', options);
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  }
}
