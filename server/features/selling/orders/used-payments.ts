/** Keeps a payment from being noted on two orders. Only hashes are kept: they outlive the order's personal data. */
import { createHash } from 'node:crypto';
import type { Tx } from '#server/platform/db/db.ts';
import { deleteUsed, insertUsed, moveUsed, selectOtherWith, selectUse } from './payments.queries.ts';

export const hashOf = (paymentId: string): string => createHash('sha256').update(paymentId).digest('hex');

/** Notes that a payment is for an order. @returns whether it is for no other one: its id may have been typed on this order. */
export async function claimPayment(tx: Tx, orderId: number, paymentId: string): Promise<boolean> {
  const hash = hashOf(paymentId);
  if (await insertUsed(tx, hash, orderId)) return true;
  return (await selectUse(tx, hash)) === orderId && (await selectOtherWith(tx, paymentId, orderId)) === undefined;
}

/** Follows the payment id that the admin has typed or removed; one that is typed may be noted on another order too. */
export async function replacePayment(tx: Tx, orderId: number, before: string | null, after: string | null): Promise<void> {
  if (before !== null && before !== after) await releasePayment(tx, orderId, before);
  if (after !== null) await insertUsed(tx, hashOf(after), orderId);
}

/** A payment is free again when no order has its id. */
async function releasePayment(tx: Tx, orderId: number, paymentId: string): Promise<void> {
  const hash = hashOf(paymentId);
  const other = await selectOtherWith(tx, paymentId, orderId);
  if (other === undefined) await deleteUsed(tx, hash);
  else await moveUsed(tx, hash, orderId, other);
}
