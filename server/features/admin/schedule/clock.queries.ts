import type { Db, Tx } from '#server/platform/db/db.ts';

const MARKER = 'clock-jumped';

/** When the clock jumped ahead, by the clock after it; null: it has not, or somebody has said that it is right. */
export async function selectClockJump(db: Db): Promise<string | null> {
  const row = await db.selectFrom('markers').select('created_at').where('name', '=', MARKER).executeTakeFirst();
  return row?.created_at ?? null;
}

export async function insertClockJump(tx: Tx, now: string): Promise<void> {
  await tx
    .insertInto('markers')
    .values({ name: MARKER, created_at: now })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

export async function deleteClockJump(tx: Tx): Promise<void> {
  await tx.deleteFrom('markers').where('name', '=', MARKER).execute();
}
