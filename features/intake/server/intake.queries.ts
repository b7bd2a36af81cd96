import type { IntakeFiles } from '#features/intake/server/tables.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import type { NewRow, RowChange } from '#platform/db/schema.ts';

export async function insertIntake(
  tx: Tx,
  row: { created_at: string; ends_at: string },
): Promise<number> {
  return (await tx.insertInto('intakes').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

export async function selectIntake(db: Db | Tx, id: number) {
  return db.selectFrom('intakes').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The latest first. */
export async function selectIntakes(db: Db | Tx) {
  return db
    .selectFrom('intakes')
    .leftJoin('intake_files as file', 'file.intake_id', 'intakes.id')
    .select(({ fn }) => [
      'intakes.id',
      'intakes.created_at',
      'intakes.ends_at',
      fn.count<number>('file.id').as('files'),
      fn.count<number>('file.specimen_id').distinct().as('drafts'),
    ])
    .groupBy(['intakes.id', 'intakes.created_at', 'intakes.ends_at'])
    .orderBy('intakes.id', 'desc')
    .execute();
}

/**
 * Locks an intake until the transaction ends and puts off its end.
 * @returns whether it exists.
 */
export async function lockIntake(tx: Tx, id: number, endsAt: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('intakes')
    .set({ ends_at: endsAt })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type FileRow = Awaited<ReturnType<typeof selectFiles>>[number];

export async function selectFiles(db: Db | Tx, intakeId: number) {
  return db
    .selectFrom('intake_files as file')
    .leftJoin('media', 'media.id', 'file.media_id')
    .selectAll('file')
    .select(['media.kind', 'media.poster_id'])
    .where('intake_id', '=', intakeId)
    .orderBy('file.id')
    .execute();
}

export async function selectFileByContent(db: Db | Tx, intakeId: number, contentHash: string) {
  const query = db
    .selectFrom('intake_files')
    .select(['name', 'refusal'])
    .where('intake_id', '=', intakeId);
  return query.where('content_hash', '=', contentHash).executeTakeFirst();
}

export async function countFiles(db: Db | Tx, intakeId: number): Promise<number> {
  const query = db.selectFrom('intake_files').select(({ fn }) => fn.countAll<number>().as('count'));
  return Number((await query.where('intake_id', '=', intakeId).executeTakeFirstOrThrow()).count);
}

export async function insertFile(tx: Tx, row: NewRow<IntakeFiles>): Promise<void> {
  await tx
    .insertInto('intake_files')
    .values(row)
    .onConflict((conflict) => conflict.columns(['intake_id', 'content_hash']).doNothing())
    .execute();
}

export async function updateFiles(
  tx: Tx,
  intakeId: number,
  ids: readonly number[],
  change: RowChange<IntakeFiles>,
): Promise<void> {
  if (ids.length === 0 || Object.keys(change).length === 0) return;
  await tx
    .updateTable('intake_files')
    .set(change)
    .where('intake_id', '=', intakeId)
    .where('id', 'in', ids)
    .execute();
}

export async function deleteIntake(tx: Tx, id: number, endedBefore?: string): Promise<boolean> {
  const query = tx.deleteFrom('intakes').where('id', '=', id);
  const { numDeletedRows } = await (endedBefore === undefined
    ? query
    : query.where('ends_at', '<=', endedBefore)
  ).executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function selectNextEnd(db: Db): Promise<string | null> {
  const next = await db
    .selectFrom('intakes')
    .select(({ fn }) => fn.min('ends_at').as('at'))
    .executeTakeFirstOrThrow();
  return next.at;
}

export async function selectEnded(db: Db, now: string, limit: number): Promise<number[]> {
  const query = db
    .selectFrom('intakes')
    .select('id')
    .where('ends_at', '<=', now)
    .orderBy('ends_at')
    .limit(limit);
  return (await query.execute()).map(({ id }) => id);
}

export async function selectDrafts(db: Db | Tx, ids: number[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('specimens')
    .select(['id', 'title', 'price', 'visible', 'catalogue_number'])
    .where('id', 'in', ids)
    .execute();
}

export async function moveFiles(tx: Tx, from: number, to: number): Promise<void> {
  await tx
    .updateTable('intake_files')
    .set({ specimen_id: to })
    .where('specimen_id', '=', from)
    .execute();
}
