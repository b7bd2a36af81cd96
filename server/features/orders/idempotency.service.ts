/** What is sent again under its Idempotency-Key is the same order, for seven days. */
import { createHash } from 'node:crypto';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { claimKey, completeKey, removeExpiredKeys } from './idempotency.queries.ts';
import { lockOrder } from './orders.queries.ts';

const KEY_LIFE = 7 * 24 * 60 * 60 * 1000;
/** Every so many orders, that many expired keys are removed. */
const SWEEP_EVERY = 20;
const MAX_CLEANED_AT_ONCE = 200;

/** What was sent: its key, if it has one, and all of the input. */
export type KeyedInput = { key: string | null; input: object };

/**
 * Makes an order unless its key stands for one already, in the transaction that makes it.
 * @returns the order's id, and whether it was made now.
 * @throws Problem key_reused where the key came with other input; state_conflict where its order has been deleted; what `make` throws,
 * which leaves the key free.
 */
export async function makeOnce(ctx: Context, tx: Tx, { key, input }: KeyedInput, make: () => Promise<number>) {
  if (key === null) return { id: await make(), isNew: true };
  const bodyHash = createHash('sha256').update(JSON.stringify(input)).digest('hex');
  const known = await claimKey(tx, { key, bodyHash, now: instantOf(ctx.clock), expired: expiredAt(ctx) });
  if (!known) {
    const id = await make();
    await completeKey(tx, key, id);
    return { id, isNew: true };
  }
  if (known.body_hash !== bodyHash) throw new Problem('key_reused', 'This Idempotency-Key was used for another order.');
  // Locked, so that it is not deleted while the repeating browser is added to its readers.
  if (known.order_id === null || !(await lockOrder(tx, known.order_id))) throw deleted();
  return { id: known.order_id, isNew: false };
}

/** Removes some expired keys, once in a while. The order stands already: a failure here is for the log alone. */
export async function cleanUpKeys(ctx: Context, orderId: number): Promise<void> {
  if (orderId % SWEEP_EVERY !== 0) return;
  try {
    await removeExpiredKeys(ctx.db, expiredAt(ctx), MAX_CLEANED_AT_ONCE);
  } catch (err) {
    ctx.log.warn({ err }, 'expired idempotency keys could not be removed');
  }
}

export const deleted = () => new Problem('state_conflict', 'This order was placed and has been deleted since.');

const expiredAt = (ctx: Context) => new Date(ctx.clock.now().getTime() - KEY_LIFE).toISOString();
