import { photolessAmong } from '#core/server/catalogue/specimens/editing/photoless.service.ts';
import { noPhotoHash } from '#core/server/media/files/no-photo.service.ts';
import { MAX_UNSEEN } from '#features/intake/contract/intake-rules.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { foldLine } from '#platform/text-search.ts';
import type { UnusedNumber } from './assignment.ts';
import { selectHolders, selectPlacesOnSheets, selectUnusedFrom } from './known-numbers.queries.ts';

export const numberKey = (number: string): string => foldLine(number);

export type KnownNumber = {
  holder?: { id: number; title: string; visible: boolean } | null;
  awaitsPhoto?: boolean;
  sheet?: { id: number; place: number };
};

/** By key; unknown numbers are left out. `holder` is null where the specimen is deleted. */
export async function knownNumbers(db: Db | Tx, keys: string[]): Promise<Map<string, KnownNumber>> {
  const known = new Map<string, KnownNumber>();
  for (const { number_key, sheet_id, place } of await selectPlacesOnSheets(db, keys))
    known.set(number_key, { sheet: { id: sheet_id, place } });
  const holders = await selectHolders(db, keys);
  const photoless = await photolessAmong(
    db,
    holders.flatMap(({ id }) => id ?? []),
  );
  for (const { number_key, id, title, visible } of holders) {
    const holder = id === null ? null : { id, title: title ?? '', visible: visible === true };
    known.set(number_key, {
      ...known.get(number_key),
      holder,
      awaitsPhoto: id !== null && photoless.has(id),
    });
  }
  return known;
}

/** Numbers of this sheet and later ones, in order, under which no piece has a photo. */
export async function unusedFrom(db: Db | Tx, sheetId: number): Promise<UnusedNumber[]> {
  const rows = await selectUnusedFrom(db, sheetId, noPhotoHash(), MAX_UNSEEN);
  return rows.map(({ number_key, catalogue_number, sheet_id, place }) => ({
    key: number_key,
    number: catalogue_number,
    sheet: { id: sheet_id, place },
  }));
}
