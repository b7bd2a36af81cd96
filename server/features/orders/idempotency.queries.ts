/** Idempotency keys: each remembers one placed order for some days. */
import type { Db, Tx } from '#server/platform/db/db.ts';

/**
 * Claims a key for the body, in the transaction that places the order. Of parallel claims one wins; the others wait for its transaction to end.
 * @param expired keys up to this instant count as unused. @returns null where the key is now ours, else what it stands for.
 */
export async function claimKey(
  tx: Tx,
  claim: { key: string; bodyHash: string; now: string; expired: string },
): Promise<{ body_hash: string; order_id: number | null } | null> {
  const { key, bodyHash, now, expired } = claim;
  await tx.deleteFrom('idempotency_keys').where('key', '=', key).where('created_at', '<=', expired).execute();
  const claimed = await tx
    .insertInto('idempotency_keys')
    .values({ key, body_hash: bodyHash, order_id: null, created_at: now })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst();
  if (claimed) return null;
  return tx.selectFrom('idempotency_keys').select(['body_hash', 'order_id']).where('key', '=', key).executeTakeFirstOrThrow();
}

export async function completeKey(tx: Tx, key: string, orderId: number): Promise<void> {
  await tx.updateTable('idempotency_keys').set({ order_id: orderId }).where('key', '=', key).execute();
}

/** Removes some of the expired keys. */
export async function removeExpiredKeys(db: Db, expired: string, atMost: number): Promise<void> {
  const some = db.selectFrom('idempotency_keys').select('key').where('created_at', '<=', expired).orderBy('key').limit(atMost);
  await db.deleteFrom('idempotency_keys').where('key', 'in', some).execute();
}
