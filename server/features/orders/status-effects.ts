/** What a change of an order's status would do to a specimen, as a sentence. */
import { type SpecimenStatus, specimenStatusTable } from '#contract/statuses.ts';

export function effectSentence(title: string, before: SpecimenStatus, after: { status: SpecimenStatus; free: number }): string {
  if (before !== after.status) return `“${title}” becomes ${specimenStatusTable[after.status].label}.`;
  const pieces = after.free === 1 ? '1 piece' : `${after.free} pieces`;
  return `“${title}” stays ${specimenStatusTable[before].label}; ${pieces} can be ordered then.`;
}
