/** Keeps a payment from being noted on two orders. Only hashes are kept: they outlive the order's personal data. */
import { createHash } from 'node:crypto';
import { Problem } from '#contract/problems.ts';
import { orderStatusTable } from '#contract/selling/order-statuses.ts';
import type { Context } from '#server/context.ts';
import { addEvents } from '#server/features/admin/events/events.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { updateNotes } from './admin-orders.queries.ts';
import type { OrderRow } from './orders.queries.ts';
import { changeOrderStatus, erasedText } from './orders.service.ts';
import { deleteUsed, insertUsed, moveUsed, selectOtherWith, selectUse, selectUsed } from './payments.queries.ts';

export const hashOf = (paymentId: string): string => createHash('sha256').update(paymentId).digest('hex');

/**
 * Moves the order to paid and notes the payment on it.
 * @param feeCents what the payment app kept of it; null: nothing is known.
 * @throws Problem not_found; state_conflict for a used payment, an order that is paid already or has another payment's id, or whose pieces are gone.
 */
export async function payOrder(ctx: Context, id: number, paymentId: string, feeCents: number | null): Promise<void> {
  const now = instantOf(ctx.clock);
  const claim = async (tx: Tx, order: OrderRow) => {
    if (orderStatusTable[order.status].claim === 'taken') throw new Problem('state_conflict', `Order #${id} is already paid.`);
    if (order.erased_at !== null) throw new Problem('state_conflict', erasedText(id));
    if (order.venmo_payment_id !== null && order.venmo_payment_id !== paymentId)
      throw new Problem('state_conflict', `Order #${id} already has another payment ID. Nothing was changed.`);
    if (!(await claimPayment(tx, id, paymentId)))
      throw new Problem('state_conflict', 'This payment already belongs to an order. Nothing was changed.');
    await updateNotes(tx, id, { venmo_payment_id: paymentId }, now);
    await addEvents(tx, [{ at: now, actor: 'owner', kind: 'payment_matched', orderId: id, data: feeCents === null ? {} : { feeCents } }]);
    return { ...order, venmo_payment_id: paymentId };
  };
  await changeOrderStatus(ctx, id, 'paid', claim, { method: null, at: now, feeCents: feeCents ?? 0 });
}

/** Those of these payments that are noted on an order, or were, and on which; null: on one that is gone. */
export async function usesOf(db: Db, paymentIds: string[]): Promise<[paymentId: string, orderId: number | null][]> {
  const byHash = new Map(paymentIds.map((paymentId) => [hashOf(paymentId), paymentId]));
  return (await selectUsed(db, [...byHash.keys()])).map(({ payment_hash, order_id }) => [byHash.get(payment_hash) ?? '', order_id]);
}

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
