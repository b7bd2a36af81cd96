/**
 * The instant, ISO 8601 in UTC, at which a clock in the zone shows `2026-11-20T10:15:30.250`; an
 * unknown zone counts as UTC.
 */
export function instantIn(local: string, timeZone: string): string {
  const shown = Date.parse(`${local}Z`);
  // Twice: the offset at the instant sought may differ from that at the first guess.
  const guess = shown - offsetAt(shown, timeZone);
  return new Date(shown - offsetAt(guess, timeZone)).toISOString();
}

/** Milliseconds that the zone is ahead of UTC. */
function offsetAt(instant: number, timeZone: string): number {
  const parts = new Map(
    formatFor(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const [year = 0, month = 1, day, hour, minute, second] = (
    ['year', 'month', 'day', 'hour', 'minute', 'second'] as const
  ).map((part) => parts.get(part));
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
}

const formats = new Map<string, Intl.DateTimeFormat>();
function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const options = {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  } as const;
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', { ...options, hourCycle: 'h23', timeZone });
  } catch {
    format = new Intl.DateTimeFormat('en-US', { ...options, hourCycle: 'h23', timeZone: 'UTC' });
  }
  formats.set(timeZone, format);
  return format;
}
