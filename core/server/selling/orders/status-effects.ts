import { type SpecimenStatus, specimenStatusTable } from '#core/contract/catalogue/statuses.ts';

/** @param after `forLine`: whether what becomes free goes to those in line. */
export function effectSentence(
  title: string,
  before: SpecimenStatus,
  after: { status: SpecimenStatus; free: number; forLine: boolean },
): string {
  if (after.forLine) return `“${title}” is offered to the next in line.`;
  if (before !== after.status)
    return `“${title}” becomes ${specimenStatusTable[after.status].label}.`;
  const pieces = after.free === 1 ? '1 piece' : `${after.free} pieces`;
  return `“${title}” stays ${specimenStatusTable[before].label}, and ${pieces} can be ordered.`;
}
