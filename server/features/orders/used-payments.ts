/** Keeps a payment from being noted on two orders. Only hashes are kept: they outlive the order's personal data. */
import { createHash } from 'node:crypto';
import type { Tx } from '#server/platform/db/db.ts';
import { deleteUsed, insertUsed } from './payments.queries.ts';

export const hashOf = (paymentId: string): string => createHash('sha256').update(paymentId).digest('hex');

/** Notes that a payment is for an order. @returns whether it was not used before. */
export const claimPayment = (tx: Tx, orderId: number, paymentId: string): Promise<boolean> => insertUsed(tx, hashOf(paymentId), orderId);

/** Follows the payment id that the admin has typed or removed; one that is typed may be noted on another order too. */
export async function replacePayment(tx: Tx, orderId: number, before: string | null, after: string | null): Promise<void> {
  if (before !== null && before !== after) await deleteUsed(tx, { hash: hashOf(before), paymentId: before, orderId });
  if (after !== null) await claimPayment(tx, orderId, after);
}
