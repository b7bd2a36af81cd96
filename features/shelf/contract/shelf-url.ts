/**
 * A shelf's query, `pieces=12,37,40`, goes from the left to the right. Free of schemas, so pages
 * may import it.
 */
import { parseSpecimenList, specimenList } from '#core/contract/catalogue/specimen-lists.ts';

export const MAX_SHELF = 6;

export type ShelfSearch = {
  /** Each specimen once, at most as many as a shelf holds. */
  ids: number[];
  /** More were named; this is the first. */
  surplus: number | null;
  hasNonsense: boolean;
};

/** What is longer than any shelf's list is cut off. */
const MAX_LENGTH = 200;

export function parseShelf(list: string | undefined): ShelfSearch {
  const { ids, hasNonsense } = parseSpecimenList(list, MAX_LENGTH);
  return { ids: ids.slice(0, MAX_SHELF), surplus: ids[MAX_SHELF] ?? null, hasNonsense };
}

/** Lists with the same page have one spelling. */
export function canonicalShelf(list: string): string {
  const { ids, surplus, hasNonsense } = parseShelf(list);
  return specimenList([
    ...ids,
    ...(surplus === null ? [] : [surplus]),
    ...(hasNonsense ? [0] : []),
  ]);
}
