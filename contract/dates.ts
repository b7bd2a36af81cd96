const shape = { month: 'short', day: 'numeric', year: 'numeric', hour: 'numeric', minute: '2-digit' } as const;

// Making one takes longer than using it a hundred times; a shop has one time zone.
const formats = new Map<string, Intl.DateTimeFormat>();

/** `Nov 21, 2026, 9:05 AM` in the shop's time zone, the same in pages and mails; an unknown zone counts as UTC. */
export const formatDate = (instant: string, timeZone: string): string =>
  // Engines disagree on the space before AM; a plain one keeps both renderings alike.
  formatFor(timeZone)
    .format(new Date(instant))
    .replace(/[\u202f\u00a0]/g, ' ');

/** The year in the shop's time zone; an unknown zone counts as UTC. */
export const yearIn = (timeZone: string, now: Date): number =>
  Number(
    formatFor(timeZone)
      .formatToParts(now)
      .find(({ type }) => type === 'year')?.value,
  );

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const format = formats.get(timeZone) ?? newFormat(timeZone);
  formats.set(timeZone, format);
  return format;
}

function newFormat(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', { ...shape, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...shape, timeZone: 'UTC' });
  }
}
