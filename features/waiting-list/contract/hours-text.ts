/** Words hours as `1 hour`, `24 hours`, `3 days`. */
export function hoursText(hours: number): string {
  if (hours > 24 && hours % 24 === 0) return `${hours / 24} days`;
  return hours === 1 ? '1 hour' : `${hours} hours`;
}
