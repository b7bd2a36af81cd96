/** What buyer and admin do about a hold: signs of life, "I have sent it", more time. */

import { Problem } from '#contract/problems.ts';
import { hasEnded, orderStatusTable } from '#contract/selling/order-statuses.ts';
import type { FollowedOrder, HoldExtension, OrderDetail } from '#contract/selling/orders.ts';
import type { Context } from '#server/context.ts';
import { addEvents } from '#server/features/admin/events/events.service.ts';
import { readSetting, readSettings } from '#server/features/admin/settings/settings.service.ts';
import { changedStock } from '#server/features/catalogue/specimens/cache-tags.ts';
import { instantOf } from '#server/platform/clock.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { readDetail } from './admin-orders.service.ts';
import { endOnceReported, heldUntil, holdStateOf, newHold } from './hold-rules.ts';
import { updateHold } from './holds.queries.ts';
import { lockOrder, selectLines } from './orders.queries.ts';
import { followedOrder, mailAbout, noteSign, notFound, type Reader, readableRow, showHoldChange } from './orders.service.ts';

/** Notes that the buyer has gone to pay. @throws Problem not_found, the same for an order that is not the reader's. */
export async function notePaymentOpened(ctx: Context, id: number, reader: Reader): Promise<void> {
  await readableRow(ctx, id, reader);
  if (!reader.admin) await noteSign(ctx, id, 'payment_opened');
}

/**
 * The buyer says that the payment is sent: the admin is told, and the hold does not end until he answers, or is extended once where the email address
 * has not proved itself. Saying it again changes nothing.
 * @throws Problem not_found, the same for an order that is not the reader's; state_conflict for one that has ended.
 */
export async function reportPayment(ctx: Context, id: number, reader: Reader): Promise<FollowedOrder> {
  await readableRow(ctx, id, reader);
  const [settings, { holdHours }] = await Promise.all([readSettings(ctx), readSetting(ctx, 'orders')]);
  const specimens = await inTransaction(ctx.db, async (tx) => {
    const order = await lockOrder(tx, id);
    if (!order) throw notFound();
    if (hasEnded(order.status)) {
      const { contactEmail } = settings.general;
      const ended = orderStatusTable[order.status].label.toLowerCase();
      throw new Problem('state_conflict', `Order #${id} was ${ended}. Already paid? Please email ${contactEmail}.`);
    }
    if (order.status === 'pending' && order.awaits_proof) {
      throw new Problem('state_conflict', 'First open the link we emailed you, so we know the order is yours.');
    }
    if (order.status !== 'pending' || order.payment_reported_at !== null) return null;
    const now = instantOf(ctx.clock);
    const columns = {
      payment_reported_at: now,
      hold_reminds_at: null,
      sign_of_life_at: order.sign_of_life_at ?? now,
      hold_ends_at: endOnceReported(order, new Date(now), holdHours),
    };
    await updateHold(tx, id, columns);
    await addEvents(tx, [{ at: now, actor: reader.admin ? 'owner' : 'buyer', kind: 'payment_reported', orderId: id }]);
    const lines = await selectLines(tx, [id]);
    await mailAbout(ctx, tx, ['payment_reported'], { ...order, ...columns }, lines, settings);
    return showHoldChange(tx, lines, now);
  });
  if (specimens) ctx.invalidateCache(changedStock(specimens));
  return followedOrder(ctx, await readableRow(ctx, id, reader));
}

/**
 * Gives the buyer of a pending order more time, counted from the end of the hold or from now, whichever is later; the buyer is told.
 * It also answers "I have sent it", if the admin has seen that: the clock runs again.
 * @throws Problem not_found; state_conflict for an order that is not pending, is held without end, or whose payment was reported since the admin looked.
 */
export async function extendHold(ctx: Context, id: number, { hours, paymentReportedAt }: HoldExtension): Promise<OrderDetail> {
  const settings = await readSettings(ctx);
  const specimens = await inTransaction(ctx.db, async (tx) => {
    const order = await lockOrder(tx, id);
    if (!order) throw notFound();
    if (order.status !== 'pending') throw new Problem('state_conflict', `Order #${id} is ${order.status}, so nothing is on hold.`);
    if (holdStateOf(order) === 'endless') throw new Problem('state_conflict', `Order #${id} is already on hold with no time limit.`);
    // A paid piece must not be released because a page was out of date.
    if (order.payment_reported_at !== null && order.payment_reported_at !== paymentReportedAt) {
      const message = `The buyer of order #${id} has just reported the payment as sent, so nothing was extended.`;
      throw new Problem('state_conflict', message);
    }
    const now = ctx.clock.now();
    const start = Math.max(now.getTime(), Date.parse(heldUntil(order) ?? now.toISOString()));
    const columns = newHold(new Date(start), hours);
    const at = now.toISOString();
    await updateHold(tx, id, columns);
    await addEvents(tx, [{ at, actor: 'owner', kind: 'hold_extended', orderId: id, data: { until: columns.hold_ends_at } }]);
    const lines = await selectLines(tx, [id]);
    await mailAbout(ctx, tx, ['hold_extended'], { ...order, ...columns }, lines, settings);
    return showHoldChange(tx, lines, at);
  });
  ctx.invalidateCache(changedStock(specimens));
  return readDetail(ctx, id);
}
