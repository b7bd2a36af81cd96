/** Payments and the orders they are for. A payment is noted by its app's id; of the ids that have been used hashes are kept, also after the orders. */

import { Problem } from '#contract/problems.ts';
import { type OrderStatus, orderStatusTable } from '#contract/selling/order-statuses.ts';
import type { Context } from '#server/context.ts';
import { addEvents } from '#server/features/admin/events/events.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import { updateNotes } from './admin-orders.queries.ts';
import { previewStatusChange } from './admin-orders.service.ts';
import { selectLines } from './orders.queries.ts';
import { changeOrderStatus, erasedText } from './orders.service.ts';
import { selectByIds, selectMatchable, selectUsed } from './payments.queries.ts';
import { claimPayment, hashOf } from './used-payments.ts';

/** An order as payments are matched to it. */
export type MatchableOrder = {
  id: number;
  status: OrderStatus;
  /** The keys of the buyer's name and user name, see `keyOf` of `matchableOrders`. */
  names: string[];
  totalCents: number;
  shippingCents: number;
  /** In milliseconds. */
  placedAt: number;
  /** The payment that is noted on it. */
  paymentId: string | null;
  row: Awaited<ReturnType<typeof selectMatchable>>[number];
};

/** A payment for an order that is not pending and older is matched by its number only. */
const RECENT_MS = 90 * 24 * 60 * 60_000;
/** Databases limit how many values a statement has. */
const BATCH = 500;

/**
 * Orders that may still be paid or were without a payment's id, and those with these ids.
 * @param keyOf makes a name comparable; '' for none.
 */
export async function matchableOrders({ db, clock }: Context, ids: number[], keyOf: (name: string) => string): Promise<MatchableOrder[]> {
  const since = new Date(clock.now().getTime() - RECENT_MS).toISOString();
  const recent = await selectMatchable(db, since);
  const known = new Set(recent.map(({ id }) => id));
  const named = await inBatches(
    [...new Set(ids)].filter((id) => !known.has(id)),
    (some) => selectByIds(db, some),
  );
  return [...recent, ...named].map((row) => ({
    id: row.id,
    status: row.status,
    names: [...new Set([row.customer_name, row.venmo_username ?? ''].map(keyOf))].filter((name) => name !== ''),
    totalCents: row.total_cents,
    shippingCents: row.shipping_cents,
    placedAt: Date.parse(row.created_at),
    paymentId: row.venmo_payment_id,
    row,
  }));
}

/** Those of these payments that are noted on an order, or were, and on which; null: on one that is gone. */
export async function usedPayments({ db }: Context, paymentIds: string[]): Promise<Map<string, number | null>> {
  const byHash = new Map(paymentIds.map((paymentId) => [hashOf(paymentId), paymentId]));
  const used = await inBatches([...byHash.keys()], (some) => selectUsed(db, some));
  return new Map(used.map(({ payment_hash, order_id }) => [byHash.get(payment_hash) ?? '', order_id]));
}

/** The titles of the orders' lines, by order. */
export async function titlesOf({ db }: Context, orderIds: number[]): Promise<Map<number, string[]>> {
  const lines = await inBatches(orderIds, (some) => selectLines(db, some));
  return new Map([...Map.groupBy(lines, (line) => line.order_id)].map(([id, own]) => [id, own.map(({ title }) => title)]));
}

/** Why the order can no longer be paid, in a sentence; null: it can. */
export const whyNotPayable = async (ctx: Context, id: number): Promise<string | null> =>
  (await previewStatusChange(ctx, id, 'paid')).refusal;

/**
 * Moves the order to paid and notes the payment on it.
 * @throws Problem not_found; state_conflict for a used payment, an order that is paid already or has another payment's id, or whose pieces are gone.
 */
export async function payOrder(ctx: Context, id: number, paymentId: string): Promise<void> {
  await changeOrderStatus(ctx, id, 'paid', async (tx, order) => {
    const now = instantOf(ctx.clock);
    if (orderStatusTable[order.status].claim === 'taken') throw new Problem('state_conflict', `Order #${id} is already paid.`);
    if (order.erased_at !== null) throw new Problem('state_conflict', erasedText(id));
    if (order.venmo_payment_id !== null && order.venmo_payment_id !== paymentId)
      throw new Problem('state_conflict', `Order #${id} already has another payment ID. Nothing was changed.`);
    if (!(await claimPayment(tx, id, paymentId)))
      throw new Problem('state_conflict', 'This payment already belongs to an order. Nothing was changed.');
    await updateNotes(tx, id, { venmo_payment_id: paymentId }, now);
    await addEvents(tx, [{ at: now, actor: 'owner', kind: 'payment_matched', orderId: id }]);
  });
}

async function inBatches<Value, Found>(values: Value[], find: (some: Value[]) => Promise<Found[]>): Promise<Found[]> {
  const found: Found[] = [];
  for (let start = 0; start < values.length; start += BATCH) found.push(...(await find(values.slice(start, start + BATCH))));
  return found;
}
