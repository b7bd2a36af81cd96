import type { Db, Tx } from '#platform/db/db.ts';
import type { OldAddresses } from './tables.ts';

/** The first of these paths that leads to a specimen counts. */
export async function selectAt(db: Db, paths: string[]): Promise<number | null> {
  const rows = await db
    .selectFrom('old_addresses')
    .selectAll()
    .where('path', 'in', paths)
    .execute();
  return paths.flatMap((path) => rows.filter((row) => row.path === path))[0]?.specimen_id ?? null;
}

export async function selectByReference(
  db: Db,
  references: string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('import_references')
    .innerJoin('specimens', 'specimens.id', 'import_references.target_id')
    .select(['reference', 'target_id'])
    .where('kind', '=', 'specimen')
    .where('reference', 'in', references)
    .execute();
  return new Map(rows.map((row) => [row.reference, row.target_id]));
}

export async function selectByNumber(db: Db, keys: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('catalogue_numbers')
    .innerJoin('specimens', 'specimens.id', 'catalogue_numbers.specimen_id')
    .select(['number_key', 'specimens.id'])
    .where('number_key', 'in', keys)
    .execute();
  return new Map(rows.map((row) => [row.number_key, row.id]));
}

export async function selectExisting(db: Db, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  return new Set(
    (await db.selectFrom('specimens').select('id').where('id', 'in', ids).execute()).map(
      ({ id }) => id,
    ),
  );
}

export async function upsertAddresses(tx: Tx, rows: OldAddresses[]): Promise<void> {
  await tx
    .insertInto('old_addresses')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('path')
        .doUpdateSet((eb) => ({ specimen_id: eb.ref('excluded.specimen_id') })),
    )
    .execute();
}

export async function moveAddresses(tx: Tx, from: number, to: number): Promise<void> {
  await tx
    .updateTable('old_addresses')
    .set({ specimen_id: to })
    .where('specimen_id', '=', from)
    .execute();
}

export async function countAddresses(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('old_addresses')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function deleteAddresses(db: Db): Promise<void> {
  await db.deleteFrom('old_addresses').execute();
}
