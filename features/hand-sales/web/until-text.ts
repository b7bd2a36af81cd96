import { HOUR_MS } from '#core/contract/durations.ts';

/** `Until Friday, Dec 4, 5:00 PM EST`, in the reader’s own time. */
export function untilText(hours: number, now: Date, timeZone?: string): string {
  if (hours === 0) return 'Until you end it';
  const end = new Date(now.getTime() + hours * HOUR_MS);
  const words = end.toLocaleString('en-US', {
    weekday: 'long',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  });
  return `Until ${words.replace(' at ', ', ').replace(/[\u202f\u00a0]/g, ' ')}`;
}
