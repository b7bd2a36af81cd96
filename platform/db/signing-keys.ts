/** Keys lie in the database, so every process has the same, and every backup. */

import type { Db } from './db.ts';

/** @param fresh the key's value if there is none yet. */
export async function signingKey(db: Db, name: string, fresh: () => string): Promise<string> {
  const select = () =>
    db.selectFrom('signing_keys').select('value').where('name', '=', name).executeTakeFirst();
  const known = await select();
  if (known) return known.value;
  await db
    .insertInto('signing_keys')
    .values({ name, value: fresh() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  // Another process may have been faster.
  const stored = await select();
  if (!stored) throw new Error(`The signing key ${name} was not stored`);
  return stored.value;
}
