/** Links have `12.37.40`, devices `[12,37,40]`. Free of schemas, so pages may import it. */
import { parseSpecimenList } from '#core/contract/catalogue/specimen-lists.ts';

export const MAX_FAVOURITES = 100;
/** Each takes eleven characters. */
export const MAX_LIST_LENGTH = 11 * MAX_FAVOURITES;

export type FavouriteList = {
  ids: number[];
  surplus: number;
  hasNonsense: boolean;
};

export function parseFavourites(list: string | null | undefined): FavouriteList {
  const { ids, hasNonsense } = parseSpecimenList(list, MAX_LIST_LENGTH);
  return { ...bounded(ids), hasNonsense };
}

export const readFavourites = (text: string | null): number[] =>
  parseFavourites(text?.replace(/^\[|\]$/g, '')).ids;

/** Adds behind what is there, and counts those for which there is no room. */
export const withFavourites = (
  ids: readonly number[],
  others: readonly number[],
): Omit<FavouriteList, 'hasNonsense'> => bounded([...new Set([...ids, ...others])]);

export const withoutFavourite = (ids: readonly number[], id: number): number[] =>
  ids.filter((one) => one !== id);

/** Restores the former place; a list that has the id, or is full, stays as it is. */
export const restoredFavourite = (ids: readonly number[], id: number, index: number): number[] =>
  ids.includes(id) || ids.length >= MAX_FAVOURITES ? [...ids] : ids.toSpliced(index, 0, id);

const bounded = (ids: number[]) => ({
  ids: ids.slice(0, MAX_FAVOURITES),
  surplus: Math.max(ids.length - MAX_FAVOURITES, 0),
});
