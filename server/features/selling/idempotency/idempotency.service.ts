/** What is sent again under its Idempotency-Key is the same order or specimen. */
import { createHash } from 'node:crypto';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { claimKey, completeKey, type MadeKind, madeColumns, removeExpiredKeys, selectKey, selectKnown } from './idempotency.queries.ts';

const DAY = 24 * 60 * 60 * 1000;
const KEY_LIFE = 7 * DAY;
/** Of what the admin enters: a device that was away may send it again after months. */
const ADMIN_KEY_LIFE = 400 * DAY;
/** Once in this many orders, as many expired keys are removed. */
const SWEEP_EVERY = 20;
const MAX_CLEANED_AT_ONCE = 200;

export type Keyed = {
  /** null: none was sent, and every call makes another one. */
  key: string | null;
  /** All of what was sent. */
  input: object;
  /** What is made. */
  kind: MadeKind;
  /** By the admin, whose keys last longer than those of buyers. */
  isAdmin: boolean;
  /** Locks what a key stands for, so that it is not deleted before the transaction ends; false where it is gone. */
  lock: (tx: Tx, id: number) => Promise<boolean>;
};

/**
 * Runs `make` once per key, in the transaction of what it makes.
 * @returns its id, and whether it was made now.
 * @throws Problem key_reused where the key came with other input; state_conflict where what it stood for has been deleted; what `make` throws,
 * which leaves the key free.
 */
export async function makeOnce(ctx: Context, tx: Tx, keyed: Keyed, make: () => Promise<number>) {
  const { key, input, kind, isAdmin } = keyed;
  if (key === null) return { id: await make(), isNew: true };
  const lastsUntil = isAdmin ? new Date(ctx.clock.now().getTime() + ADMIN_KEY_LIFE).toISOString() : null;
  const known = await claimKey(tx, { key, bodyHash: hashOf(input), now: instantOf(ctx.clock), expired: expiredAt(ctx), lastsUntil });
  if (!known) {
    const id = await make();
    await completeKey(tx, key, kind, id);
    return { id, isNew: true };
  }
  return { id: await madeUnder(tx, known, keyed), isNew: false };
}

/**
 * What was made under a key already; null: nothing yet. For asking before costly work; `makeOnce` decides.
 * @throws Problem as `makeOnce`.
 */
export async function findMade(ctx: Context, keyed: Keyed): Promise<number | null> {
  const { key } = keyed;
  if (key === null) return null;
  return inTransaction(ctx.db, async (tx) => {
    const known = await selectKey(tx, key);
    if (!known || (known.created_at <= expiredAt(ctx) && (known.lasts_until ?? '') <= instantOf(ctx.clock))) return null;
    return madeUnder(tx, known, keyed);
  });
}

/** Those of the keys under which something is remembered, expired or not. */
export const knownKeys = async (db: Db, keys: string[]): Promise<Set<string>> =>
  new Set(keys.length === 0 ? [] : await selectKnown(db, keys));

type KnownKey = { body_hash: string; order_id: number | null; specimen_id: number | null };

async function madeUnder(tx: Tx, known: KnownKey, { kind, lock, input, isAdmin }: Keyed): Promise<number> {
  const id = known[madeColumns[kind]];
  if (known.body_hash !== hashOf(input))
    throw new Problem('key_reused', `This Idempotency-Key was used for another ${kind}.`, isAdmin && id !== null ? { madeId: id } : {});
  if (id === null || !(await lock(tx, id))) throw deleted(kind);
  return id;
}

const hashOf = (input: object): string => createHash('sha256').update(JSON.stringify(input)).digest('hex');

/** Removes some expired keys, once in a while. The order is already placed: a failure here is for the log alone. */
export async function cleanUpKeys(ctx: Context, orderId: number): Promise<void> {
  if (orderId % SWEEP_EVERY !== 0) return;
  try {
    await removeExpiredKeys(ctx.db, { expired: expiredAt(ctx), now: instantOf(ctx.clock) }, MAX_CLEANED_AT_ONCE);
  } catch (err) {
    ctx.log.warn({ err }, 'expired idempotency keys could not be removed');
  }
}

const made: Record<MadeKind, string> = { order: 'This order was placed', specimen: 'This specimen was added' };
export const deleted = (kind: MadeKind) => new Problem('state_conflict', `${made[kind]} and has since been deleted.`);

const expiredAt = (ctx: Context) => new Date(ctx.clock.now().getTime() - KEY_LIFE).toISOString();
