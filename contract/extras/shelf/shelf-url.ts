/** Which pieces are on a shelf: the query of its URL, `pieces=12,37,40`, from the left to the right. Free of schemas, so pages may import it. */
import { parseSpecimenParam } from '#contract/catalogue/specimen-urls.ts';

export const MAX_SHELF = 6;

export type ShelfSearch = {
  /** Specimens, each once, at most as many as a shelf holds. */
  ids: number[];
  /** More were named; this is the first. */
  surplus: number | null;
  /** Something was named that cannot be a specimen. */
  hasNonsense: boolean;
};

/** What is longer than any shelf's list is cut off. */
const MAX_LENGTH = 200;

/** Reads the list in a URL. Nonsense in it is told apart, and never an error. */
export function parseShelf(list: string | undefined): ShelfSearch {
  const named = (list ?? '')
    .slice(0, MAX_LENGTH)
    .split(/[\s.,]+/)
    .filter(Boolean)
    .map(parseSpecimenParam);
  const ids = [...new Set(named)].filter((id) => id !== null);
  return { ids: ids.slice(0, MAX_SHELF), surplus: ids[MAX_SHELF] ?? null, hasNonsense: named.includes(null) };
}

/** The list of a URL: with dots, since a comma would be encoded as `%2C`. */
export const shelfList = (ids: readonly number[]): string => ids.join('.');

/** The one spelling of all lists that have the same page. */
export function canonicalShelf(list: string): string {
  const { ids, surplus, hasNonsense } = parseShelf(list);
  return shelfList([...ids, ...(surplus === null ? [] : [surplus]), ...(hasNonsense ? [0] : [])]);
}
