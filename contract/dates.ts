const shape = { month: 'short', day: 'numeric', year: 'numeric', hour: 'numeric', minute: '2-digit' } as const;

// Making one takes longer than using it a hundred times; a shop has one time zone.
const formats = new Map<string, Intl.DateTimeFormat>();

/** `Nov 21, 2026, 9:05 AM` in the shop's time zone, the same in pages and mails; an unknown zone counts as UTC. */
export function formatDate(instant: string, timeZone: string): string {
  const format = formats.get(timeZone) ?? formatOf(timeZone);
  formats.set(timeZone, format);
  // Engines disagree on the space before AM; a plain one keeps both renderings alike.
  return format.format(new Date(instant)).replace(/[\u202f\u00a0]/g, ' ');
}

/** The year in the shop's time zone. */
export const yearIn = (timeZone: string, now: Date): number =>
  Number(new Intl.DateTimeFormat('en-US', { year: 'numeric', timeZone }).format(now));

function formatOf(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', { ...shape, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...shape, timeZone: 'UTC' });
  }
}
