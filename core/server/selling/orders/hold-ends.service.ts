/** Why: `docs/decisions/0038-unpaid-orders-and-holds.md`. */
import { HOUR_MS } from '#core/contract/durations.ts';
import { availableOf, readStock } from '#core/server/catalogue/specimens/stock/stock.service.ts';
import type { Context } from '#core/server/context.ts';
import type { Released } from '#core/server/messages/mail/mail.service.ts';
import { perform } from '#core/server/perform.ts';
import type { Tx } from '#platform/db/db.ts';
import type { DueKind } from '#platform/jobs/due.ts';
import { hasEnded, heldUntil, isReleased } from './hold-rules.ts';
import { selectDueHolds, selectNextHold, updateHold } from './holds.queries.ts';
import { isEmailProved, type LineRow, lockOrder, selectLines } from './orders.queries.ts';
import { completeHold, mailAbout, moveOrder, specimensOf } from './orders.service.ts';

export const holdEnds: DueKind<Context> = {
  name: 'hold ends',
  nextAt: ({ db }) => selectNextHold(db, 'hold_ends_at'),
  dueIds: ({ db }, now, limit) => selectDueHolds(db, 'hold_ends_at', now, limit),
  settle: endHold,
};

export const holdReminders: DueKind<Context> = {
  name: 'hold reminders',
  nextAt: ({ db }) => selectNextHold(db, 'hold_reminds_at'),
  dueIds: ({ db }, now, limit) => selectDueHolds(db, 'hold_reminds_at', now, limit),
  settle: remind,
};

/** No shop ran at the end of such a hold, so a sign of life may be missing. */
const UNWATCHED_MS = HOUR_MS;

/**
 * Cancels, or asks the admin after a sign of life, where the setting says so, and where no one can
 * know: the shop was down, or an older backup was restored since. An agreed end needs no question.
 */
async function endHold(ctx: Context, id: number): Promise<void> {
  await perform(ctx, 'system', async (act) => {
    const { tx, now } = act;
    const order = await lockOrder(tx, id);
    if (!order || !hasEnded(order, now)) return;
    const { whenHoldEnds } = (await act.settings()).orders;
    const lines = await selectLines(tx, [id]);
    // Another order's link has proved the address.
    if (order.awaits_proof && (await isEmailProved(tx, order.customer_email)))
      return completeHold(act, order);
    const isUnwatched = Date.parse(now) - Date.parse(heldUntil(order) ?? now) > UNWATCHED_MS;
    if (isReleased(order, whenHoldEnds, isUnwatched)) {
      await act.record({ kind: 'hold_ended', orderId: id });
      const moved = await moveOrder(act, order, lines, 'cancelled');
      await act.follow();
      await mailAbout(act, ['hold_ended', 'hold_ended_notice'], moved, lines, {
        released: await releasedBy(tx, lines),
      });
      return;
    }
    await updateHold(tx, id, { hold_asked_at: now, hold_reminds_at: null });
    await act.record({ kind: 'hold_asked', orderId: id });
    await mailAbout(act, ['hold_question'], order, lines);
  });
}

export async function releasedBy(tx: Tx, lines: LineRow[]): Promise<Released> {
  const stock = await readStock(tx, specimensOf(lines));
  const released: Released = { free: [], reserved: [] };
  for (const { specimen_id: id, title } of lines) {
    const row = id === null ? undefined : stock.get(id);
    if (availableOf(row) > 0) released.free.push(title);
    else if (row?.status === 'pending' && row.waiting > 0) released.reserved.push(title);
  }
  return released;
}

async function remind(ctx: Context, id: number): Promise<void> {
  await perform(ctx, 'system', async (act) => {
    const { tx, now } = act;
    const order = await lockOrder(tx, id);
    if (
      !order ||
      heldUntil(order) === null ||
      order.hold_reminds_at === null ||
      order.hold_reminds_at > now
    )
      return;
    await updateHold(tx, id, { hold_reminds_at: null });
    if (hasEnded(order, now)) return;
    await act.record({ kind: 'hold_reminded', orderId: id });
    await mailAbout(act, ['hold_reminder'], order, await selectLines(tx, [id]));
  });
}
