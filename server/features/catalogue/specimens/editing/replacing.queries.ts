/** What a piece that is uploaded again hands over to its successor. */
import type { Db, Tx } from '#server/platform/db/db.ts';

/** Takes the numbers that a specimen has and had away from it. @returns their keys. */
export async function releaseNumbers(tx: Tx, specimenId: number): Promise<string[]> {
  const released = await tx.deleteFrom('catalogue_numbers').where('specimen_id', '=', specimenId).returning('number_key').execute();
  return released.map(({ number_key }) => number_key);
}

/** Gives a specimen numbers that another had, but for those that it has claimed already. */
export async function giveNumbers(tx: Tx, specimenId: number, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  const rows = keys.map((number_key) => ({ number_key, specimen_id: specimenId }));
  await tx
    .insertInto('catalogue_numbers')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Collections, questions, earlier orders, photos that are still to come and references of sheets lead to the successor from now on, and so do addresses of both. */
export async function handOver(tx: Tx, from: number, to: number): Promise<void> {
  await tx.updateTable('collection_specimens').set({ specimen_id: to }).where('specimen_id', '=', from).execute();
  await tx
    .updateTable('inquiries')
    .set({ specimen_id: to, subject: `specimen ${to}` })
    .where('specimen_id', '=', from)
    .execute();
  for (const table of ['order_lines', 'awaited_photos', 'photo_addresses'] as const)
    await tx.updateTable(table).set({ specimen_id: to }).where('specimen_id', '=', from).execute();
  await tx.updateTable('import_references').set({ target_id: to }).where('kind', '=', 'specimen').where('target_id', '=', from).execute();
  await tx.updateTable('specimen_successors').set({ successor_id: to }).where('successor_id', '=', from).execute();
  await tx.insertInto('specimen_successors').values({ specimen_id: from, successor_id: to }).execute();
}

/** The specimen that has taken the place of one that is gone; null: none has. */
export async function selectSuccessor(db: Db, specimenId: number): Promise<number | null> {
  const row = await db.selectFrom('specimen_successors').select('successor_id').where('specimen_id', '=', specimenId).executeTakeFirst();
  return row?.successor_id ?? null;
}
