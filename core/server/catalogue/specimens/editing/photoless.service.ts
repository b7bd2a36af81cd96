import { Problem } from '#core/contract/problems.ts';
import { noPhotoHash } from '#core/server/media/files/no-photo.service.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { selectAllShowing, selectShowing } from './editing.queries.ts';

const MAX_NAMED = 3;

export const photolessAmong = async (db: Db | Tx, ids: number[]): Promise<Set<number>> =>
  new Set((await selectShowing(db, ids, noPhotoHash())).map(({ id }) => id));

export const allPhotoless = (db: Db) => selectAllShowing(db, noPhotoHash());

/** @throws Problem state_conflict where one of them has no photo. */
export async function refusePhotoless(tx: Tx, ids: number[]): Promise<void> {
  const found = await selectShowing(tx, ids, noPhotoHash());
  if (found.length === 0) return;
  const named = found.slice(0, MAX_NAMED).map(({ title }) => `“${title}”`);
  const more = found.length - named.length;
  const who =
    more > 0
      ? `${named.join(', ')} and ${more} more have`
      : `${named.join(' and ')} ${found.length === 1 ? 'has' : 'have'}`;
  throw new Problem(
    'state_conflict',
    `${who} no photo yet. Add one, then show ${found.length === 1 ? 'it' : 'them'}.`,
  );
}
