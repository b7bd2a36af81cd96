import type { Db, Tx } from '#server/platform/db/db.ts';

/** The pieces of a collection by their positions. */
export async function selectPositions(db: Db | Tx, collectionId: number): Promise<{ specimen_id: number; position: number }[]> {
  return db.selectFrom('collection_specimens').select(['specimen_id', 'position']).where('collection_id', '=', collectionId).execute();
}

/** Adds pieces that are there, each at its position. */
export async function insertPieces(tx: Tx, pieces: { collection_id: number; specimen_id: number; position: number }[]): Promise<void> {
  if (pieces.length > 0) await tx.insertInto('collection_specimens').values(pieces).execute();
}

export async function deletePieces(tx: Tx, collectionId: number, specimenIds: number[]): Promise<void> {
  if (specimenIds.length === 0) return;
  await tx.deleteFrom('collection_specimens').where('collection_id', '=', collectionId).where('specimen_id', 'in', specimenIds).execute();
}
