/** The catalogue numbers that were ever given. */
import type { Tx } from '#server/platform/db/db.ts';

/**
 * Claims a number for a specimen; it may have had the number before.
 * @returns what has it instead: a specimen's id, or null where that specimen is deleted; undefined where it is claimed.
 */
export async function claimCatalogueNumber(tx: Tx, key: string, specimenId: number): Promise<number | null | undefined> {
  await tx
    .insertInto('catalogue_numbers')
    .values({ number_key: key, specimen_id: specimenId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const claim = tx.selectFrom('catalogue_numbers').select('specimen_id').where('number_key', '=', key);
  const { specimen_id: holder } = await claim.executeTakeFirstOrThrow();
  return holder === specimenId ? undefined : holder;
}

/** What the specimen is called. */
export async function selectTitle(tx: Tx, id: number): Promise<string> {
  const { title } = await tx.selectFrom('specimens').select('title').where('id', '=', id).executeTakeFirstOrThrow();
  return title;
}
