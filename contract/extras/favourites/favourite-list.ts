/** A list of favorites, as links have it, `12.37.40`, and as the device stores it, `[12,37,40]`, in the order in which they were added. Free of schemas, so pages may import it. */
import { parseSpecimenList } from '#contract/catalogue/specimen-lists.ts';

export const MAX_FAVOURITES = 100;
/** What is longer than any list is cut off: eleven characters for each. */
export const MAX_LIST_LENGTH = 11 * MAX_FAVOURITES;

export type FavouriteList = {
  /** Each once, at most as many as a list holds. */
  ids: number[];
  /** How many more were named. */
  surplus: number;
  /** Something was named that cannot be a specimen. */
  hasNonsense: boolean;
};

export function parseFavourites(list: string | null | undefined): FavouriteList {
  const { ids, hasNonsense } = parseSpecimenList(list, MAX_LIST_LENGTH);
  return { ...bounded(ids), hasNonsense };
}

/** What a device has stored, whatever that is. */
export const readFavourites = (text: string | null): number[] => parseFavourites(text?.replace(/^\[|\]$/g, '')).ids;

/** The others come after what is there; those for which there is no room are counted. */
export const withFavourites = (ids: readonly number[], others: readonly number[]): Omit<FavouriteList, 'hasNonsense'> =>
  bounded([...new Set([...ids, ...others])]);

export const withoutFavourite = (ids: readonly number[], id: number): number[] => ids.filter((one) => one !== id);

/** Puts back what was removed, to where it stood; a list that has it already, or has become full, stays as it is. */
export const restoredFavourite = (ids: readonly number[], id: number, index: number): number[] =>
  ids.includes(id) || ids.length >= MAX_FAVOURITES ? [...ids] : ids.toSpliced(index, 0, id);

const bounded = (ids: number[]) => ({ ids: ids.slice(0, MAX_FAVOURITES), surplus: Math.max(ids.length - MAX_FAVOURITES, 0) });
