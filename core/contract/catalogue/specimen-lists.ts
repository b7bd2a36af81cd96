/** `12.37.40`: a URL would encode a comma as `%2C`. Pages import this: keep schemas out. */
import { parseSpecimenParam } from './specimen-urls.ts';

export const PARTLY_NONSENSE = 'Part of this link isn’t a specimen, so it’s left out.';

/**
 * Accepts dots or commas; flags nonsense and never throws. @param maxLength the rest is cut off.
 */
export function parseSpecimenList(
  list: string | null | undefined,
  maxLength: number,
): { ids: number[]; hasNonsense: boolean } {
  const named = (list ?? '')
    .slice(0, maxLength)
    .split(/[\s.,]+/)
    .filter(Boolean)
    .map(parseSpecimenParam);
  return {
    ids: [...new Set(named)].filter((id) => id !== null),
    hasNonsense: named.includes(null),
  };
}

export const specimenList = (ids: readonly number[]): string => ids.join('.');
