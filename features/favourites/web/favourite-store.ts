import { useSyncExternalStore } from 'react';
import {
  MAX_FAVOURITES,
  readFavourites,
  restoredFavourite,
  withFavourites,
  withoutFavourite,
} from '#features/favourites/contract/favourite-list.ts';
import { makeStored } from '#ui/lib/stored.ts';
import { toast } from '#ui/toast.ts';

const none: readonly number[] = [];

export const favourites = makeStored<readonly number[]>('favourites', readFavourites);

/** In the order of adding. */
export const useFavourites = () =>
  useSyncExternalStore(favourites.subscribe, favourites.read, () => none);

/**
 * @returns whether the device has stored the change; a refusal changes nothing, and tells the
 * visitor.
 */
function change(to: (ids: readonly number[]) => readonly number[]): boolean {
  const before = favourites.read();
  const isStored = favourites.change(to);
  if (!isStored) {
    favourites.change(() => before);
    toast({
      variant: 'destructive',
      title: 'Not saved',
      description:
        'Your browser doesn’t let us store favorites. Its storage may be full or turned off.',
    });
  }
  return isStored;
}

/** Adds behind those that are there. @returns whether all are stored. */
export function addFavourites(others: readonly number[]): boolean {
  let surplus = 0;
  const isStored = change((ids) => {
    const all = withFavourites(ids, others);
    surplus = all.surplus;
    return all.ids;
  });
  if (isStored && surplus > 0) {
    const description = `You can have up to ${MAX_FAVOURITES} favorites, so ${surplus === 1 ? 'one piece' : `${surplus} pieces`} didn’t fit.`;
    toast({
      variant: 'destructive',
      title: others.length === surplus ? 'Not saved' : 'Not all saved',
      description,
    });
  }
  return isStored && surplus === 0;
}

/** @returns what puts it back; null where it could not be removed. */
export function removeFavourite(id: number): (() => void) | null {
  const index = favourites.read().indexOf(id);
  return change((ids) => withoutFavourite(ids, id))
    ? () => void change((ids) => restoredFavourite(ids, id, index))
    : null;
}
