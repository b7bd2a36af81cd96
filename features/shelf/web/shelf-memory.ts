import { specimenList } from '#core/contract/catalogue/specimen-lists.ts';
import { MAX_SHELF, parseShelf } from '#features/shelf/contract/shelf-url.ts';
import { readStored, writeStored } from '#ui/lib/storage.ts';

const KEY = 'shelf';

export const noteShelf = (ids: readonly number[]): void =>
  void writeStored('sessionStorage', KEY, specimenList(ids) || null);

export function withShelf(ids: readonly number[]): { ids: number[]; refused: number | null } {
  const all = [...new Set([...parseShelf(readStored('sessionStorage', KEY) ?? '').ids, ...ids])];
  return { ids: all.slice(0, MAX_SHELF), refused: all[MAX_SHELF] ?? null };
}
