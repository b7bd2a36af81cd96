import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '#platform/db/db.ts';
import type { PasskeyChallenges, Passkeys } from './tables.ts';

export type PasskeyRow = Selectable<Passkeys>;

export const selectPasskeys = (db: Db | Tx, userId: number): Promise<PasskeyRow[]> =>
  db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id').execute();

export const selectCredential = (
  db: Db,
  credentialId: string,
  host: string,
): Promise<PasskeyRow | undefined> =>
  db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .where('host', '=', host)
    .executeTakeFirst();

export async function hasPasskeyFor(db: Db, host: string): Promise<boolean> {
  return (
    (await db
      .selectFrom('passkeys')
      .select('id')
      .where('host', '=', host)
      .limit(1)
      .executeTakeFirst()) !== undefined
  );
}

/** @returns undefined if the credential is stored already. */
export const insertPasskey = (
  tx: Tx,
  passkey: Insertable<Passkeys>,
): Promise<PasskeyRow | undefined> =>
  tx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst();

/** @returns undefined if the user lacks it. */
export const renamePasskey = (
  db: Db,
  userId: number,
  id: number,
  name: string,
): Promise<PasskeyRow | undefined> =>
  db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();

/** @returns undefined if the user lacks it. */
export const deletePasskey = (
  tx: Tx,
  userId: number,
  id: number,
): Promise<PasskeyRow | undefined> =>
  tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();

/**
 * Locks it against its removal, which ends the sessions that it has begun by then.
 * @returns whether it still exists.
 */
export async function lockPasskey(tx: Tx, id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * @param remaining the ids to keep.
 * @returns the names of the deleted ones.
 */
export async function deletePasskeys(
  tx: Tx,
  userId: number,
  remaining: readonly number[] = [],
): Promise<string[]> {
  const all = await selectPasskeys(tx, userId);
  const deleted = all.filter(({ id }) => !remaining.includes(id));
  for (const { id } of deleted) await tx.deleteFrom('passkeys').where('id', '=', id).execute();
  return deleted.map(({ name }) => name);
}

/**
 * @returns whether the authenticator's count has grown, or it does not count; if not, the key has a
 * copy.
 */
export async function countUse(db: Db, id: number, counter: number, now: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where((e) =>
      e.or([e('counter', '<', counter), e.and([e('counter', '=', 0), e.val(counter === 0)])]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function insertChallenge(
  tx: Tx,
  challenge: Insertable<PasskeyChallenges>,
): Promise<void> {
  await tx.insertInto('passkey_challenges').values(challenge).execute();
}

/**
 * Deletes the challenge.
 * @returns whether it was there, for this purpose and holder, and began after the instant.
 */
export async function takeChallenge(
  db: Db,
  {
    challenge,
    purpose,
    holder_hash,
  }: Pick<PasskeyChallenges, 'challenge' | 'purpose' | 'holder_hash'>,
  since: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey_challenges')
    .where('challenge', '=', challenge)
    .where('purpose', '=', purpose)
    .where('holder_hash', '=', holder_hash)
    .where('created_at', '>', since)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteOldChallenges(db: Db | Tx, until: string): Promise<void> {
  await db.deleteFrom('passkey_challenges').where('created_at', '<=', until).execute();
}

export async function countChallenges(
  tx: Tx,
  network: string,
): Promise<{ all: number; ofNetwork: number }> {
  const rows = await tx
    .selectFrom('passkey_challenges')
    .select((e) => ['network', e.fn.countAll<number>().as('count')])
    .groupBy('network')
    .execute();
  return {
    all: rows.reduce((sum, { count }) => sum + count, 0),
    ofNetwork: rows.find((row) => row.network === network)?.count ?? 0,
  };
}
