/** `Nov 21, 2026, 9:05 AM` in the shop's time zone, the same on server and client. */
export function formatDate(instant: string, timeZone: string): string {
  const options = { month: 'short', day: 'numeric', year: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
  // Engines disagree on the space before AM; a plain one keeps both renderings alike.
  return new Intl.DateTimeFormat('en-US', { ...options, timeZone }).format(new Date(instant)).replace(/[\u202f\u00a0]/g, ' ');
}

/** Sizes as printed on a label: `6.2 × 4.1 × 3.8 cm` for what was typed with the letter x. */
export const formatDimensions = (dimensions: string) => dimensions.replace(/(?<=\d)\s*[xX]\s*(?=\d)/g, ' × ');

/** The current year in the shop's time zone. */
export const yearIn = (timeZone: string) => Number(new Intl.DateTimeFormat('en-US', { year: 'numeric', timeZone }).format(new Date()));
