/** The shelf of this visit: what is put on it piece by piece, from cards and labels, comes to what is there. */

import { specimenList } from '#contract/catalogue/specimen-lists.ts';
import { MAX_SHELF, parseShelf } from '#contract/extras/shelf/shelf-url.ts';
import { readStored, writeStored } from '#web/lib/storage.ts';

const KEY = 'shelf';

export const noteShelf = (ids: readonly number[]): void => void writeStored('sessionStorage', KEY, specimenList(ids) || null);

/** The visit's shelf with these pieces behind what it has; those for which there is no room are left out, and told. */
export function withShelf(ids: readonly number[]): { ids: number[]; refused: number | null } {
  const all = [...new Set([...parseShelf(readStored('sessionStorage', KEY) ?? '').ids, ...ids])];
  return { ids: all.slice(0, MAX_SHELF), refused: all[MAX_SHELF] ?? null };
}
