/** The collections must be locked. */
import { collectionLimits } from '#core/contract/catalogue/collection-rules.ts';
import { filledByHand } from '#core/server/catalogue/collections/collections.service.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { deletePieces, insertPieces, selectPositions } from './filling.queries.ts';

export type FilledCollection = {
  id: number;
  name: string;
  positions: ReadonlyMap<number, number>;
  room: number;
};

/** @throws Problem not_found; state_conflict where a rule fills it. */
export async function readFilled(db: Db | Tx, id: number): Promise<FilledCollection> {
  const row = await filledByHand(db, id);
  const positions = new Map(
    (await selectPositions(db, id)).map(({ specimen_id, position }) => [specimen_id, position]),
  );
  return {
    id,
    name: row.name,
    positions,
    room: Math.max(0, collectionLimits.pieces - positions.size),
  };
}

/** Null takes a specimen out. Those that come in are not in it yet. */
export async function placePieces(
  tx: Tx,
  collectionId: number,
  places: ReadonlyMap<number, number | null>,
): Promise<void> {
  const all = [...places];
  await deletePieces(
    tx,
    collectionId,
    all.flatMap(([id, position]) => (position === null ? [id] : [])),
  );
  await insertPieces(
    tx,
    all.flatMap(([specimen_id, position]) =>
      position === null ? [] : [{ collection_id: collectionId, specimen_id, position }],
    ),
  );
}
