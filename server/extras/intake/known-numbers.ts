/** What the shop knows of the numbers that are read from labels. */
import { readSheet } from '#server/extras/paper/label-sheets.service.ts';
import { photolessAmong } from '#server/features/catalogue/specimens/editing/photoless.service.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { foldLine } from '#server/platform/text-search.ts';
import { selectHolders, selectPlacesOnSheets } from './known-numbers.queries.ts';

/** Under which two spellings of a number are the same. */
export const numberKey = (number: string): string => foldLine(number);

/** What is known of a number: who has or had it, and where on a sheet of labels it is. */
export type KnownNumber = {
  holder?: { id: number; title: string } | null;
  /** The holder has no photo yet. */
  awaitsPhoto?: boolean;
  sheet?: { id: number; place: number };
};

/** By their keys; unknown numbers are left out. `holder` is null where the specimen is deleted. */
export async function knownNumbers(db: Db | Tx, keys: string[]): Promise<Map<string, KnownNumber>> {
  const known = new Map<string, KnownNumber>();
  for (const { number_key, sheet_id, place } of await selectPlacesOnSheets(db, keys))
    known.set(number_key, { sheet: { id: sheet_id, place } });
  const holders = await selectHolders(db, keys);
  const photoless = await photolessAmong(
    db,
    holders.flatMap(({ id }) => id ?? []),
  );
  for (const { number_key, id, title } of holders) {
    const holder = id === null ? null : { id, title: title ?? '' };
    known.set(number_key, { ...known.get(number_key), holder, awaitsPhoto: id !== null && photoless.has(id) });
  }
  return known;
}

/** The numbers between two places of a sheet, both included, that no piece has or had. */
export async function freeOnSheet(db: Db | Tx, sheetId: number, from: number, to: number): Promise<string[]> {
  const numbers = (await readSheet({ db }, sheetId)).numbers.slice(from - 1, to);
  const given = new Set((await selectHolders(db, numbers.map(foldLine))).map(({ number_key }) => number_key));
  return numbers.filter((number) => !given.has(foldLine(number)));
}
