/** What a change of an order's state would do to a specimen, in a sentence. */
import type { SpecimenStatus } from '#contract/words.ts';

const names: Record<SpecimenStatus, string> = { available: 'Available', pending: 'Pending Sale', sold: 'Sold' };

export function effectSentence(title: string, before: SpecimenStatus, after: { status: SpecimenStatus; free: number }): string {
  if (before !== after.status) return `“${title}” becomes ${names[after.status]}.`;
  const pieces = after.free === 1 ? '1 piece' : `${after.free} pieces`;
  return `“${title}” stays ${names[before]}; ${pieces} can be ordered then.`;
}
