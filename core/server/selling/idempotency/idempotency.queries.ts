import type { Db, Tx } from '#platform/db/db.ts';

export const madeColumns = { order: 'order_id', specimen: 'specimen_id' } as const;
export type MadeKind = keyof typeof madeColumns;

type Claim = {
  key: string;
  bodyHash: string;
  now: string;
  /** Keys up to this instant count as unused, unless they last longer. */
  expired: string;
  /** null: as long as other keys. */
  lastsUntil?: string | null;
};

/**
 * Call it in the transaction that makes something. Of parallel claims one wins; the others wait for
 * its transaction. @returns null where the key is now ours, else what it stands for.
 */
export async function claimKey(tx: Tx, { key, bodyHash, now, expired, lastsUntil = null }: Claim) {
  await tx
    .deleteFrom('idempotency_keys')
    .where('key', '=', key)
    .where('created_at', '<=', expired)
    .where((eb) => eb.or([eb('lasts_until', 'is', null), eb('lasts_until', '<=', now)]))
    .execute();
  const claimed = await tx
    .insertInto('idempotency_keys')
    .values({ key, body_hash: bodyHash, order_id: null, created_at: now, lasts_until: lastsUntil })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst();
  if (claimed) return null;
  return tx
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'order_id', 'specimen_id'])
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
}

export async function completeKey(tx: Tx, key: string, kind: MadeKind, id: number): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ [madeColumns[kind]]: id })
    .where('key', '=', key)
    .execute();
}

export async function selectKey(db: Db | Tx, key: string) {
  return db
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'order_id', 'specimen_id', 'created_at', 'lasts_until'])
    .where('key', '=', key)
    .executeTakeFirst();
}

export async function selectKnown(db: Db, keys: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('idempotency_keys')
    .select('key')
    .where('key', 'in', keys)
    .execute();
  return rows.map(({ key }) => key);
}

export async function removeExpiredKeys(
  db: Db,
  { expired, now }: { expired: string; now: string },
  atMost: number,
): Promise<void> {
  const some = db
    .selectFrom('idempotency_keys')
    .select('key')
    .where('created_at', '<=', expired)
    .where((eb) => eb.or([eb('lasts_until', 'is', null), eb('lasts_until', '<=', now)]))
    .orderBy('key')
    .limit(atMost);
  await db.deleteFrom('idempotency_keys').where('key', 'in', some).execute();
}
