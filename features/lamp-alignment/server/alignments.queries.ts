import type { Light } from '#core/contract/media/media.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import type { StoredAlignment } from './tables.ts';

export type PairIds = { picture_id: string; base_id: string };

/** `alignment` is null where the shop was not sure. */
export async function selectAlignments(db: Db | Tx, pictureIds: string[]) {
  if (pictureIds.length === 0) return [];
  return db
    .selectFrom('alignments')
    .select(['picture_id', 'base_id', 'alignment'])
    .where('picture_id', 'in', pictureIds)
    .execute();
}

export async function insertAlignment(
  tx: Tx,
  pair: PairIds,
  { alignment, agreement }: { alignment: StoredAlignment | null; agreement: number },
): Promise<void> {
  await tx
    .insertInto('alignments')
    .values({ ...pair, alignment: alignment && JSON.stringify(alignment), agreement })
    .onConflict((conflict) => conflict.columns(['picture_id', 'base_id']).doNothing())
    .execute();
}

export async function selectShownWith(db: Db | Tx, pictureId: string, maxSpecimens: number) {
  const specimens = db
    .selectFrom('specimen_media')
    .select('specimen_id')
    .where('media_id', '=', pictureId);
  return db
    .selectFrom('specimen_media')
    .innerJoin('media', 'media.id', 'specimen_media.media_id')
    .select(['specimen_id', 'position', 'light', 'media.id', 'media.kind'])
    .where('specimen_id', 'in', specimens.orderBy('specimen_id', 'desc').limit(maxSpecimens))
    .orderBy('specimen_id')
    .orderBy('position')
    .execute();
}

export type ShownPicture = { id: string; kind: string; light: Light | null; position: number };

export async function selectShownBy(db: Db | Tx, specimenId: number): Promise<ShownPicture[]> {
  return db
    .selectFrom('specimen_media')
    .innerJoin('media', 'media.id', 'specimen_media.media_id')
    .select(['position', 'light', 'media.id', 'media.kind'])
    .where('specimen_id', '=', specimenId)
    .orderBy('position')
    .execute();
}
