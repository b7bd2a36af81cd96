/** Which pieces are on a shelf: the query of its URL, `pieces=12,37,40`, from the left to the right. Free of schemas, so pages may import it. */
import { parseSpecimenList, specimenList } from '#contract/catalogue/specimen-lists.ts';

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

export function parseShelf(list: string | undefined): ShelfSearch {
  const { ids, hasNonsense } = parseSpecimenList(list, MAX_LENGTH);
  return { ids: ids.slice(0, MAX_SHELF), surplus: ids[MAX_SHELF] ?? null, hasNonsense };
}

/** The one spelling of all lists that have the same page. */
export function canonicalShelf(list: string): string {
  const { ids, surplus, hasNonsense } = parseShelf(list);
  return specimenList([...ids, ...(surplus === null ? [] : [surplus]), ...(hasNonsense ? [0] : [])]);
}
