/** What happens to a pending order by itself: its buyer is reminded, and its hold ends. */
import type { Context } from '#server/context.ts';
import { addEvents } from '#server/features/admin/events/events.service.ts';
import { readSetting, readSettings } from '#server/features/admin/settings/settings.service.ts';
import { changedStock } from '#server/features/catalogue/specimens/cache-tags.ts';
import { availableOf, readStock } from '#server/features/catalogue/specimens/stock/stock.service.ts';
import { stockFollower } from '#server/features/catalogue/specimens/stock/stock-followers.service.ts';
import type { Released } from '#server/features/messages/mail/mail.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { DueKind } from '#server/platform/jobs/due.ts';
import { hasEnded, heldUntil, isReleased } from './hold-rules.ts';
import { selectDueHolds, selectNextHold, updateHold } from './holds.queries.ts';
import { isEmailProved, type LineRow, lockOrder, selectLines } from './orders.queries.ts';
import { completeHold, mailAbout, moveOrder, showHoldChange, specimensOf } from './orders.service.ts';

/** Holds that end. */
export const holdEnds: DueKind<Context> = {
  name: 'hold ends',
  nextAt: ({ db }) => selectNextHold(db, 'hold_ends_at'),
  dueIds: ({ db }, now, limit) => selectDueHolds(db, 'hold_ends_at', now, limit),
  settle: endHold,
};

/** Holds that are about to end. */
export const holdReminders: DueKind<Context> = {
  name: 'hold reminders',
  nextAt: ({ db }) => selectNextHold(db, 'hold_reminds_at'),
  dueIds: ({ db }, now, limit) => selectDueHolds(db, 'hold_reminds_at', now, limit),
  settle: remind,
};

/** A hold that ended so long ago ended while no shop was there, before which its buyer could have given a sign of life. */
const UNWATCHED_MS = 60 * 60 * 1000;

/**
 * Cancels the order, or asks the admin where its buyer gave a sign of life or the setting says so, and where nobody can know: the shop was down when the
 * hold ended, or an older backup has been restored since. An agreed end needs no question.
 */
async function endHold(ctx: Context, id: number): Promise<void> {
  const [follow, settings, { whenHoldEnds, holdHours }] = await Promise.all([
    stockFollower(ctx),
    readSettings(ctx),
    readSetting(ctx, 'orders'),
  ]);
  const specimens = await inTransaction(ctx.db, async (tx) => {
    const order = await lockOrder(tx, id);
    const now = instantOf(ctx.clock);
    if (!order || !hasEnded(order, now)) return null;
    const event = { at: now, actor: 'system', orderId: id } as const;
    const lines = await selectLines(tx, [id]);
    // Another order's link has proved the same address.
    if (order.awaits_proof && (await isEmailProved(tx, order.customer_email))) return completeHold(tx, order, lines, holdHours, now);
    const isUnwatched = Date.parse(now) - Date.parse(heldUntil(order) ?? now) > UNWATCHED_MS;
    if (isReleased(order, whenHoldEnds, isUnwatched)) {
      await addEvents(tx, [{ ...event, kind: 'hold_ended' }]);
      const { moved, specimens } = await moveOrder(tx, order, lines, 'cancelled', { now, actor: 'system', hold: {} });
      await follow(tx, specimens);
      await mailAbout(ctx, tx, ['hold_ended', 'hold_ended_notice'], moved, lines, settings, { released: await releasedBy(tx, lines) });
      return specimens;
    }
    await updateHold(tx, id, { hold_asked_at: now, hold_reminds_at: null });
    await addEvents(tx, [{ ...event, kind: 'hold_asked' }]);
    await mailAbout(ctx, tx, ['hold_question'], order, lines, settings);
    return showHoldChange(tx, lines, now);
  });
  if (specimens) ctx.invalidateCache(changedStock(specimens));
}

/** Who can have the pieces of a cancelled order, once their lines have followed. */
async function releasedBy(tx: Tx, lines: LineRow[]): Promise<Released> {
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
  const settings = await readSettings(ctx);
  await inTransaction(ctx.db, async (tx) => {
    const order = await lockOrder(tx, id);
    const now = instantOf(ctx.clock);
    if (!order || heldUntil(order) === null || order.hold_reminds_at === null || order.hold_reminds_at > now) return;
    await updateHold(tx, id, { hold_reminds_at: null });
    if (hasEnded(order, now)) return;
    await addEvents(tx, [{ at: now, actor: 'system', kind: 'hold_reminded', orderId: id }]);
    await mailAbout(ctx, tx, ['hold_reminder'], order, await selectLines(tx, [id]), settings);
  });
}
