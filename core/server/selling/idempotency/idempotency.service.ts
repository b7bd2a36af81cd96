/** Why: `docs/decisions/0005-idempotency-keys-in-the-orders-transaction.md`. */

import { createHash } from 'node:crypto';
import { DAY_MS } from '#core/contract/durations.ts';
import { Problem } from '#core/contract/problems.ts';
import type { Act } from '#core/server/act.ts';
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import {
  claimKey,
  completeKey,
  type MadeKind,
  madeColumns,
  removeExpiredKeys,
  selectKey,
  selectKnown,
} from './idempotency.queries.ts';

const KEY_LIFE = 7 * DAY_MS;
/** A device that was away may send the admin's entry again after months. */
const ADMIN_KEY_LIFE = 400 * DAY_MS;
/** Once in this many orders, as many expired keys go. */
const SWEEP_EVERY = 20;
const MAX_CLEANED_AT_ONCE = 200;

export type Keyed = {
  /** null: every call makes another one. */
  key: string | null;
  input: object;
  kind: MadeKind;
  isAdmin: boolean;
  /** Keeps what a key stands for from being deleted; false where it is gone. */
  lock: (tx: Tx, id: number) => Promise<boolean>;
};

/**
 * @returns the id, and whether it was made now. @throws Problem key_reused where the key came with
 * other input; state_conflict where what it stood for is deleted; what `make` throws, which leaves
 * the key free.
 */
export async function makeOnce(act: Act, keyed: Keyed, make: () => Promise<number>) {
  const { tx, now } = act;
  const { key, input, kind, isAdmin } = keyed;
  if (key === null) return { id: await make(), isNew: true };
  const lastsUntil = isAdmin ? new Date(Date.parse(now) + ADMIN_KEY_LIFE).toISOString() : null;
  const known = await claimKey(tx, {
    key,
    bodyHash: hashOf(input),
    now,
    expired: expiredAt(act),
    lastsUntil,
  });
  if (!known) {
    const id = await make();
    await completeKey(tx, key, kind, id);
    return { id, isNew: true };
  }
  return { id: await madeUnder(tx, known, keyed), isNew: false };
}

/**
 * For asking before costly work; `makeOnce` decides. Returns null for nothing yet. @throws Problem
 * as `makeOnce`.
 */
export async function findMade(ctx: Context, keyed: Keyed): Promise<number | null> {
  const { key } = keyed;
  if (key === null) return null;
  return perform(ctx, 'owner', async (act) => {
    const known = await selectKey(act.tx, key);
    if (!known || (known.created_at <= expiredAt(act) && (known.lasts_until ?? '') <= act.now))
      return null;
    return madeUnder(act.tx, known, keyed);
  });
}

/** Includes expired keys. */
export const knownKeys = async (db: Db, keys: string[]): Promise<Set<string>> =>
  new Set(keys.length === 0 ? [] : await selectKnown(db, keys));

type KnownKey = { body_hash: string; order_id: number | null; specimen_id: number | null };

async function madeUnder(
  tx: Tx,
  known: KnownKey,
  { kind, lock, input, isAdmin }: Keyed,
): Promise<number> {
  const id = known[madeColumns[kind]];
  if (known.body_hash !== hashOf(input))
    throw new Problem(
      'key_reused',
      `This Idempotency-Key was used for another ${kind}.`,
      isAdmin && id !== null ? { madeId: id } : {},
    );
  if (id === null || !(await lock(tx, id))) throw deleted(kind);
  return id;
}

const hashOf = (input: object): string =>
  createHash('sha256').update(JSON.stringify(input)).digest('hex');

/** The order is already placed: a failure is only logged. */
export async function cleanUpKeys(ctx: Context, orderId: number): Promise<void> {
  if (orderId % SWEEP_EVERY !== 0) return;
  try {
    await perform(ctx, 'system', (act) =>
      removeExpiredKeys(act.tx, { expired: expiredAt(act), now: act.now }, MAX_CLEANED_AT_ONCE),
    );
  } catch (err) {
    ctx.log.warn({ err }, 'expired idempotency keys could not be removed');
  }
}

const made: Record<MadeKind, string> = {
  order: 'This order was placed',
  specimen: 'This specimen was added',
};
export const deleted = (kind: MadeKind) =>
  new Problem('state_conflict', `${made[kind]} and has since been deleted.`);

const expiredAt = (ctx: Pick<Context, 'clock'>) =>
  new Date(ctx.clock.now().getTime() - KEY_LIFE).toISOString();
