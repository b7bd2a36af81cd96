import type { Db, Tx } from '#platform/db/db.ts';
import type { NewRow, Row, RowChange } from '#platform/db/schema.ts';
import type { Collections } from '#platform/db/schema-collections.ts';

export type CollectionRow = Row<Collections>;

export async function selectCollections(db: Db | Tx): Promise<CollectionRow[]> {
  return db.selectFrom('collections').selectAll().orderBy('position').orderBy('id').execute();
}

export async function selectCollection(
  db: Db | Tx,
  by: { id: number } | { slug: string },
): Promise<CollectionRow | undefined> {
  const query = db.selectFrom('collections').selectAll();
  return (
    'id' in by ? query.where('id', '=', by.id) : query.where('slug', '=', by.slug)
  ).executeTakeFirst();
}

export async function insertCollection(tx: Tx, row: NewRow<Collections>): Promise<number> {
  return (await tx.insertInto('collections').values(row).returning('id').executeTakeFirstOrThrow())
    .id;
}

/** @returns false where there is none. */
export async function updateCollection(
  tx: Tx,
  id: number,
  change: RowChange<Collections>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('collections')
    .set(change)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns false where there was none. */
export async function deleteCollection(tx: Tx, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('collections')
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Leaves a collection that has a picture as it is. */
export async function setCover(
  tx: Tx,
  { slug, id, alt }: { slug: string; id: string; alt: string },
): Promise<void> {
  const change = { cover_id: id, cover_alt: alt };
  await tx
    .updateTable('collections')
    .set(change)
    .where('slug', '=', slug)
    .where('cover_id', 'is', null)
    .execute();
}

export async function unsetCovers(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length > 0)
    await tx
      .updateTable('collections')
      .set({ cover_id: null, cover_alt: '' })
      .where('cover_id', 'in', ids)
      .execute();
}

/** Hidden pieces are read only where asked for. */
export async function selectPieceIds(
  db: Db | Tx,
  collectionId: number,
  { hidden }: { hidden: boolean },
): Promise<number[]> {
  let query = db
    .selectFrom('collection_specimens')
    .innerJoin('specimens', 'specimens.id', 'collection_specimens.specimen_id')
    .select('specimens.id')
    .where('collection_id', '=', collectionId);
  if (!hidden) query = query.where('visible', '=', true);
  return (await query.orderBy('position').orderBy('collection_specimens.id').execute()).map(
    ({ id }) => id,
  );
}

export async function selectMemberships(
  db: Db | Tx,
  specimenIds: number[],
): Promise<{ specimen_id: number; collection_id: number; name: string }[]> {
  if (specimenIds.length === 0) return [];
  return db
    .selectFrom('collection_specimens')
    .innerJoin('collections', 'collections.id', 'collection_id')
    .select(['specimen_id', 'collection_id', 'name'])
    .where('specimen_id', 'in', specimenIds)
    .where('rule', 'is', null)
    .orderBy('collections.position')
    .orderBy('collection_id')
    .execute();
}

/** Returns -1 as the last position where there is none. */
export async function selectOthers(
  tx: Tx,
  collectionId: number,
  specimenId: number,
): Promise<{ count: number; last: number }> {
  const { count, last } = await tx
    .selectFrom('collection_specimens')
    .select(({ fn }) => [fn.countAll<number | string>().as('count'), fn.max('position').as('last')])
    .where('collection_id', '=', collectionId)
    .where('specimen_id', '!=', specimenId)
    .executeTakeFirstOrThrow();
  return { count: Number(count), last: last ?? -1 };
}

/** Ignores unknown pieces and known links. */
export async function insertPiece(
  tx: Tx,
  piece: { collection_id: number; specimen_id: number; position: number },
): Promise<void> {
  if (
    !(await tx
      .selectFrom('specimens')
      .select('id')
      .where('id', '=', piece.specimen_id)
      .executeTakeFirst())
  )
    return;
  await tx
    .insertInto('collection_specimens')
    .values(piece)
    .onConflict((conflict) => conflict.columns(['collection_id', 'specimen_id']).doNothing())
    .execute();
}

export async function deletePiece(tx: Tx, collectionId: number, specimenId: number): Promise<void> {
  await tx
    .deleteFrom('collection_specimens')
    .where('collection_id', '=', collectionId)
    .where('specimen_id', '=', specimenId)
    .execute();
}

/** @param ids in their order; unknown ones are left out. */
export async function replacePieces(tx: Tx, collectionId: number, ids: number[]): Promise<void> {
  await tx.deleteFrom('collection_specimens').where('collection_id', '=', collectionId).execute();
  if (ids.length === 0) return;
  const existing = await tx.selectFrom('specimens').select('id').where('id', 'in', ids).execute();
  const known = new Set(existing.map(({ id }) => id));
  const rows = ids
    .filter((id) => known.has(id))
    .map((id, position) => ({ collection_id: collectionId, specimen_id: id, position }));
  if (rows.length > 0) await tx.insertInto('collection_specimens').values(rows).execute();
}
