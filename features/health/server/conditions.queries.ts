import type { Db, Tx } from '#platform/db/db.ts';
import type { Conditions } from './tables.ts';

export const selectConditions = (db: Db): Promise<Conditions[]> =>
  db.selectFrom('conditions').selectAll().execute();

/** Notes that it lasts, from now on or again. */
export async function noteCondition(tx: Tx, name: string, now: string): Promise<void> {
  await tx
    .insertInto('conditions')
    .values({ name, began_at: now, told_at: null, ended_at: null })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ ended_at: null }))
    .execute();
}

/** @returns whether this process is the one that tells. */
export async function noteTold(tx: Tx, name: string, now: string): Promise<boolean> {
  const told = tx
    .updateTable('conditions')
    .set({ told_at: now })
    .where('name', '=', name)
    .where('told_at', 'is', null);
  return (await told.executeTakeFirst()).numUpdatedRows > 0;
}

/** Keeps an earlier instant. */
export async function noteGone(tx: Tx, name: string, now: string): Promise<void> {
  await tx
    .updateTable('conditions')
    .set({ ended_at: now })
    .where('name', '=', name)
    .where('ended_at', 'is', null)
    .execute();
}

/**
 * Forgets it if it has been gone since the instant.
 * @returns the row, to the one process that forgot it.
 */
export async function forgetCondition(
  tx: Tx,
  name: string,
  goneSince: string,
): Promise<Conditions | undefined> {
  return tx
    .deleteFrom('conditions')
    .where('name', '=', name)
    .where('ended_at', '<=', goneSince)
    .returningAll()
    .executeTakeFirst();
}
