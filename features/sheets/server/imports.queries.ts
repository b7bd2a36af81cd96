import type { SheetMatching } from '#features/sheets/contract/sheet-look.ts';
import type { Db, Tx } from '#platform/db/db.ts';

export async function insertImport(
  db: Db,
  row: { name: string; created_at: string; ends_at: string },
): Promise<number> {
  return (
    await db.insertInto('sheet_imports').values(row).returning('id').executeTakeFirstOrThrow()
  ).id;
}

export async function deleteEndedImports(db: Db, now: string): Promise<void> {
  await db.deleteFrom('sheet_imports').where('ends_at', '<=', now).execute();
}

/**
 * Keeps the import from being undone while it writes a row, or twice at once.
 * @returns until when it can be undone; null: it is gone.
 */
export async function lockImport(tx: Tx, id: number): Promise<string | null> {
  const touched = tx.updateTable('sheet_imports').set((eb) => ({ name: eb.ref('name') }));
  return (
    (await touched.where('id', '=', id).returning('ends_at').executeTakeFirst())?.ends_at ?? null
  );
}

/** A second note keeps what the first one found before the import. */
export async function insertPieces(
  tx: Tx,
  importId: number,
  before: ReadonlyMap<number, Record<string, unknown> | null>,
): Promise<void> {
  const now = tx.selectFrom('specimens').select(['id', 'version', 'updated_at']);
  const rows = await now.where('id', 'in', [...before.keys()]).execute();
  const pieces = rows.map(({ id, version, updated_at }) => {
    const changed = before.get(id);
    return {
      import_id: importId,
      specimen_id: id,
      version,
      changed_at: updated_at,
      before: changed ? JSON.stringify(changed) : null,
    };
  });
  await tx
    .insertInto('sheet_import_pieces')
    .values(pieces)
    .onConflict((conflict) =>
      conflict.columns(['import_id', 'specimen_id']).doUpdateSet((eb) => ({
        version: eb.ref('excluded.version'),
        changed_at: eb.ref('excluded.changed_at'),
      })),
    )
    .execute();
}

/** The latest first. */
export async function selectImports(db: Db, now: string) {
  return db
    .selectFrom('sheet_imports as one')
    .innerJoin('sheet_import_pieces as piece', 'piece.import_id', 'one.id')
    .select(({ fn }) => [
      'one.id',
      'one.name',
      'one.created_at',
      'one.ends_at',
      fn.countAll().as('pieces'),
      fn.count('piece.before').as('changed'),
    ])
    .where('one.ends_at', '>', now)
    .groupBy(['one.id', 'one.name', 'one.created_at', 'one.ends_at'])
    .orderBy('one.id', 'desc')
    .execute();
}

/** At most `limit`, from behind the specimen `after`. */
export async function selectPieces(tx: Tx, importId: number, after: number, limit: number) {
  return tx
    .selectFrom('sheet_import_pieces')
    .selectAll()
    .where('import_id', '=', importId)
    .where('specimen_id', '>', after)
    .orderBy('specimen_id')
    .limit(limit)
    .execute();
}

export async function deletePieces(tx: Tx, importId: number, specimenIds: number[]): Promise<void> {
  if (specimenIds.length === 0) return;
  await tx
    .deleteFrom('sheet_import_pieces')
    .where('import_id', '=', importId)
    .where('specimen_id', 'in', specimenIds)
    .execute();
}

export async function deleteNumbersOf(tx: Tx, specimenIds: number[]): Promise<void> {
  if (specimenIds.length === 0) return;
  await tx.deleteFrom('catalogue_numbers').where('specimen_id', 'in', specimenIds).execute();
}

export async function deleteImport(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('sheet_imports').where('id', '=', id).execute();
}

/** A number that nobody has is left out. */
export async function selectHolders(db: Db, keys: string[]): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('catalogue_numbers')
    .selectAll()
    .where('number_key', 'in', keys)
    .execute();
  return new Map(
    rows.flatMap(({ number_key, specimen_id }) =>
      specimen_id === null ? [] : [[number_key, specimen_id]],
    ),
  );
}

export async function insertAwaited(tx: Tx, specimenId: number, names: string[]): Promise<void> {
  if (names.length === 0) return;
  const rows = names.map((name) => ({ specimen_id: specimenId, name }));
  await tx
    .insertInto('awaited_photos')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function selectAwaited(db: Db) {
  return db
    .selectFrom('awaited_photos')
    .select(['specimen_id', 'name'])
    .orderBy('specimen_id')
    .orderBy('name')
    .execute();
}

export async function selectMatching(
  db: Db,
  headings: string,
): Promise<(SheetMatching & { empty?: number[] }) | null> {
  const row = await db
    .selectFrom('sheet_matchings')
    .select('matching')
    .where('headings', '=', headings)
    .executeTakeFirst();
  return row?.matching ?? null;
}

export async function upsertMatching(
  db: Db,
  row: { headings: string; matching: string; used_at: string },
): Promise<void> {
  await db
    .insertInto('sheet_matchings')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('headings').doUpdateSet({ matching: row.matching, used_at: row.used_at }),
    )
    .execute();
}
