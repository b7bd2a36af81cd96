import type { Updateable } from 'kysely';
import {
  insertLinks,
  type SpecimenLink,
  specimenColumns,
} from '#core/server/catalogue/specimens/reading/specimens.queries.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import type { Specimens } from '#platform/db/schema-specimens.ts';

export type EditedRow = NonNullable<Awaited<ReturnType<typeof lockSpecimen>>>;

/** Locks until the transaction ends. An UPDATE locks on both engines alike. */
export async function lockSpecimen(tx: Tx, id: number) {
  return tx
    .updateTable('specimens')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', '=', id)
    .returning([...specimenColumns, 'status_by_hand', 'search_text'])
    .executeTakeFirst();
}

export async function updateSpecimen(
  tx: Tx,
  id: number,
  row: Updateable<Specimens>,
): Promise<void> {
  await tx.updateTable('specimens').set(row).where('id', '=', id).execute();
}

/** Order lines keep their own price. */
export async function deleteSpecimenRow(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('order_lines')
    .set((eb) => ({ cost: eb.selectFrom('specimens').select('cost').where('id', '=', id) }))
    .where('specimen_id', '=', id)
    .execute();
  await tx.deleteFrom('specimens').where('id', '=', id).execute();
}

/** Returns null where none is to be deleted. */
export async function selectNextDeletion(db: Db): Promise<string | null> {
  const next = await db
    .selectFrom('specimens')
    .select(({ fn }) => fn.min('delete_at').as('at'))
    .where('delete_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return next.at;
}

export async function selectDueDeletions(db: Db, now: string, limit: number): Promise<number[]> {
  const due = db
    .selectFrom('specimens')
    .select('id')
    .where('delete_at', 'is not', null)
    .where('delete_at', '<=', now);
  return (await due.orderBy('delete_at').limit(limit).execute()).map(({ id }) => id);
}

/** The newest first. */
export async function selectClaimants(
  tx: Tx,
  specimenId: number,
  claim: 'held' | 'taken',
): Promise<number[]> {
  const lines = await tx
    .selectFrom('order_lines')
    .select('order_id')
    .where('specimen_id', '=', specimenId)
    .where('claim', '=', claim)
    .orderBy('order_id', 'desc')
    .execute();
  return lines.map((line) => line.order_id);
}

export async function selectShowing(
  db: Db | Tx,
  ids: number[],
  contentHash: string,
): Promise<{ id: number; title: string }[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('specimen_media')
    .innerJoin('media', 'media.id', 'specimen_media.media_id')
    .innerJoin('specimens', 'specimens.id', 'specimen_media.specimen_id')
    .select(['specimens.id', 'specimens.title'])
    .where('specimen_media.position', '=', 0)
    .where('media.content_hash', '=', contentHash)
    .where('specimens.id', 'in', ids)
    .execute();
}

/** The oldest first. */
export async function selectAllShowing(db: Db, contentHash: string) {
  return db
    .selectFrom('specimens')
    .innerJoin('specimen_media', (join) =>
      join
        .onRef('specimen_media.specimen_id', '=', 'specimens.id')
        .on('specimen_media.position', '=', 0),
    )
    .innerJoin('media', 'media.id', 'specimen_media.media_id')
    .select(['specimens.id', 'specimens.title', 'specimens.catalogue_number'])
    .where('media.content_hash', '=', contentHash)
    .orderBy('specimens.id')
    .execute();
}

export type MediumLink = SpecimenLink;

export async function selectLinks(tx: Tx, specimenId: number): Promise<MediumLink[]> {
  return tx
    .selectFrom('specimen_media')
    .select(['media_id', 'alt', 'light', 'pins', 'as_taken'])
    .where('specimen_id', '=', specimenId)
    .orderBy('position')
    .execute();
}

/** Replaces these texts. @returns whether there were any. */
export async function redescribeMedia(
  tx: Tx,
  specimenId: number,
  described: string[],
  alt: string,
): Promise<boolean> {
  const query = tx
    .updateTable('specimen_media')
    .set({ alt })
    .where('specimen_id', '=', specimenId)
    .where('alt', 'in', described);
  return (await query.executeTakeFirst()).numUpdatedRows > 0n;
}

export async function replaceLinks(tx: Tx, specimenId: number, links: MediumLink[]): Promise<void> {
  await tx.deleteFrom('specimen_media').where('specimen_id', '=', specimenId).execute();
  await insertLinks(tx, [[specimenId, links]]);
}
