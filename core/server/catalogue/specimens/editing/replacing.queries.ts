import type { Db, Tx } from '#platform/db/db.ts';

/** @returns the keys of all numbers, present and former. */
export async function releaseNumbers(tx: Tx, specimenId: number): Promise<string[]> {
  const released = await tx
    .deleteFrom('catalogue_numbers')
    .where('specimen_id', '=', specimenId)
    .returning('number_key')
    .execute();
  return released.map(({ number_key }) => number_key);
}

/** Skips those that it has. */
export async function giveNumbers(tx: Tx, specimenId: number, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  const rows = keys.map((number_key) => ({ number_key, specimen_id: specimenId }));
  await tx
    .insertInto('catalogue_numbers')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Hands over collections, earlier orders, sheet references and former paths. */
export async function handOver(tx: Tx, from: number, to: number): Promise<void> {
  await tx
    .updateTable('collection_specimens')
    .set({ specimen_id: to })
    .where('specimen_id', '=', from)
    .execute();
  await tx
    .updateTable('order_lines')
    .set({ specimen_id: to })
    .where('specimen_id', '=', from)
    .execute();
  await tx
    .updateTable('import_references')
    .set({ target_id: to })
    .where('kind', '=', 'specimen')
    .where('target_id', '=', from)
    .execute();
  await tx
    .updateTable('specimen_successors')
    .set({ successor_id: to })
    .where('successor_id', '=', from)
    .execute();
  await tx
    .insertInto('specimen_successors')
    .values({ specimen_id: from, successor_id: to })
    .execute();
}

/** Returns null for none. */
export async function selectSuccessor(db: Db, specimenId: number): Promise<number | null> {
  const row = await db
    .selectFrom('specimen_successors')
    .select('successor_id')
    .where('specimen_id', '=', specimenId)
    .executeTakeFirst();
  return row?.successor_id ?? null;
}
