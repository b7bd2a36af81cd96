import type { Db, Tx } from '#server/platform/db/db.ts';

export async function hasMarker(db: Db | Tx, name: string): Promise<boolean> {
  return (await db.selectFrom('markers').select('name').where('name', '=', name).executeTakeFirst()) !== undefined;
}

export async function insertMarker(tx: Tx, name: string, now: string): Promise<void> {
  await tx.insertInto('markers').values({ name, created_at: now }).execute();
}

/** Whether there is a specimen, or ever was one. */
export async function hasHadSpecimens(db: Db | Tx): Promise<boolean> {
  const specimen = await db.selectFrom('specimens').select('id').limit(1).executeTakeFirst();
  const event = await db.selectFrom('events').select('id').where('specimen_id', 'is not', null).limit(1).executeTakeFirst();
  return specimen !== undefined || event !== undefined;
}
