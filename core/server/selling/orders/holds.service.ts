import { Problem } from '#core/contract/problems.ts';
import type { HoldExtension } from '#core/contract/selling/order-edits.ts';
import { hasEnded, orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import type { FollowedOrder, OrderDetail } from '#core/contract/selling/orders.ts';
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import { endOnceReported, heldUntil, holdStateOf, newHold } from './hold-rules.ts';
import { updateHold } from './holds.queries.ts';
import { actOnOrder } from './order-detail.service.ts';
import {
  followedOrder,
  lockWithLines,
  mailAbout,
  type Reader,
  readableRow,
} from './orders.service.ts';

/**
 * Tells the admin, and keeps the hold from ending until they answer; with an unproved address
 * extends it once. Idempotent. @throws Problem not_found, also for an order that is not the
 * reader's; state_conflict for one that has ended.
 */
export async function reportPayment(
  ctx: Context,
  id: number,
  reader: Reader,
): Promise<FollowedOrder> {
  await readableRow(ctx, id, reader);
  await perform(ctx, reader.admin ? 'owner' : 'buyer', async (act) => {
    const { order, lines } = await lockWithLines(act.tx, id);
    const { general, orders } = await act.settings();
    if (hasEnded(order.status)) {
      const { contactEmail } = general;
      const ended = orderStatusTable[order.status].label.toLowerCase();
      throw new Problem(
        'state_conflict',
        `Order #${id} was ${ended}. Already paid? Please email ${contactEmail}.`,
      );
    }
    if (order.status === 'pending' && order.awaits_proof) {
      throw new Problem(
        'state_conflict',
        'First open the link we emailed you and confirm your email.',
      );
    }
    if (order.status !== 'pending' || order.payment_reported_at !== null) return;
    const columns = {
      payment_reported_at: act.now,
      hold_reminds_at: null,
      sign_of_life_at: order.sign_of_life_at ?? act.now,
      hold_ends_at: endOnceReported(order, new Date(act.now), orders.holdHours),
    };
    await updateHold(act.tx, id, columns);
    await act.record({ kind: 'payment_reported', orderId: id });
    await mailAbout(act, ['payment_reported'], { ...order, ...columns }, lines);
  });
  return followedOrder(ctx, await readableRow(ctx, id, reader));
}

/**
 * Tells the buyer, and counts from the later of the hold's end and now. Answers "I have sent it"
 * too, if the admin has seen that: the clock runs again. @throws Problem not_found; state_conflict
 * for an order that is not pending, is held without end, or whose payment was reported since the
 * admin looked.
 */
export const extendHold = (
  ctx: Context,
  id: number,
  { hours, paymentReportedAt }: HoldExtension,
): Promise<OrderDetail> =>
  actOnOrder(ctx, id, async (act, order, lines) => {
    if (order.status !== 'pending')
      throw new Problem(
        'state_conflict',
        `Order #${id} is ${order.status}, so nothing is on hold.`,
      );
    if (holdStateOf(order) === 'endless')
      throw new Problem('state_conflict', `Order #${id} is already on hold with no time limit.`);
    // A paid piece must not be released because a page was out of date.
    if (order.payment_reported_at !== null && order.payment_reported_at !== paymentReportedAt) {
      const message = `The buyer of order #${id} has just reported the payment as sent, so nothing was extended.`;
      throw new Problem('state_conflict', message);
    }
    const start = Math.max(Date.parse(act.now), Date.parse(heldUntil(order) ?? act.now));
    const columns = newHold(new Date(start), hours);
    await updateHold(act.tx, id, columns);
    await act.record({
      kind: 'hold_extended',
      orderId: id,
      data: { until: columns.hold_ends_at },
    });
    await mailAbout(act, ['hold_extended'], { ...order, ...columns }, lines);
  });
