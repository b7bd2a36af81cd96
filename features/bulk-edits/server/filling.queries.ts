import type { Db, Tx } from '#platform/db/db.ts';

export async function selectPositions(
  db: Db | Tx,
  collectionId: number,
): Promise<{ specimen_id: number; position: number }[]> {
  return db
    .selectFrom('collection_specimens')
    .select(['specimen_id', 'position'])
    .where('collection_id', '=', collectionId)
    .execute();
}

export async function insertPieces(
  tx: Tx,
  pieces: { collection_id: number; specimen_id: number; position: number }[],
): Promise<void> {
  if (pieces.length > 0) await tx.insertInto('collection_specimens').values(pieces).execute();
}

export async function deletePieces(
  tx: Tx,
  collectionId: number,
  specimenIds: number[],
): Promise<void> {
  if (specimenIds.length === 0) return;
  await tx
    .deleteFrom('collection_specimens')
    .where('collection_id', '=', collectionId)
    .where('specimen_id', 'in', specimenIds)
    .execute();
}
