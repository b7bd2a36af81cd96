/** `Nov 21, 2026, 9:05 AM` in the shop's time zone, the same in pages and mails; an unknown zone counts as UTC. */
export function formatDate(instant: string, timeZone: string): string {
  const options = { month: 'short', day: 'numeric', year: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
  // Engines disagree on the space before AM; a plain one keeps both renderings alike.
  return formatIn(timeZone, options)
    .format(new Date(instant))
    .replace(/[\u202f\u00a0]/g, ' ');
}

function formatIn(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  }
}
