/** Lists of specimens in URLs, `12.37.40`: with dots, since a comma would be encoded as `%2C`. Free of schemas, so pages may import it. */
import { parseSpecimenParam } from './specimen-urls.ts';

export const PARTLY_NONSENSE = 'Part of this link isn’t a specimen, so it’s left out.';

/**
 * Reads a list with dots or commas between its numbers. Nonsense in it is told apart, and never an error.
 * @param maxLength what is longer is cut off.
 */
export function parseSpecimenList(list: string | null | undefined, maxLength: number): { ids: number[]; hasNonsense: boolean } {
  const named = (list ?? '')
    .slice(0, maxLength)
    .split(/[\s.,]+/)
    .filter(Boolean)
    .map(parseSpecimenParam);
  return { ids: [...new Set(named)].filter((id) => id !== null), hasNonsense: named.includes(null) };
}

export const specimenList = (ids: readonly number[]): string => ids.join('.');
