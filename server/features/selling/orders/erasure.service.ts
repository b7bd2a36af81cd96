/** The end of what leads from an order to its buyer: by the admin, or by itself when the order is old. Lines, totals and status stay. */

import { Problem } from '#contract/problems.ts';
import { orderStatusTable } from '#contract/selling/order-statuses.ts';
import type { OrderDetail } from '#contract/selling/orders.ts';
import type { Context } from '#server/context.ts';
import { addEvents, type Event, forgetCorrections } from '#server/features/admin/events/events.service.ts';
import { readSetting } from '#server/features/admin/settings/settings.service.ts';
import { removeMails } from '#server/features/messages/mail/mail.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { overwriteDeleted } from '#server/platform/db/deleted-data.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { DueKind } from '#server/platform/jobs/due.ts';
import { eraseBuyer } from './admin-orders.queries.ts';
import { readDetail } from './admin-orders.service.ts';
import { selectClosedUntil } from './erasure.queries.ts';
import { forgetBuyer } from './known-buyer.service.ts';
import { orderSearchText } from './order-search.ts';
import { lockOrder, selectLines, selectOrder } from './orders.queries.ts';
import { notFound } from './orders.service.ts';
import { detachUsed } from './payments.queries.ts';

const ERASED = 'Erased';
/** A twelfth of a year. */
const MONTH_MS = (365.25 / 12) * 24 * 60 * 60_000;
/** An order that was changed since may still have a mail to send, or have been closed by mistake. */
const SETTLED_MS = 14 * 24 * 60 * 60_000;

/**
 * Replaces the buyer's personal data for good.
 * @throws Problem not_found; state_conflict for a pending order unless `evenPending`.
 */
export async function eraseOrder(ctx: Context, id: number, { evenPending }: { evenPending: boolean }): Promise<OrderDetail> {
  await inTransaction(ctx.db, async (tx) => {
    const order = await lockOrder(tx, id);
    if (!order) throw notFound();
    if (order.erased_at !== null) return;
    if (order.status === 'pending' && !evenPending) {
      throw new Problem('state_conflict', `Order #${id} is still pending. Once erased, you can’t remind the buyer or ship it.`);
    }
    await eraseLocked(tx, id, instantOf(ctx.clock), 'owner');
  });
  await overwriteDeleted(ctx);
  return readDetail(ctx, id);
}

/** The same for an order that the caller has locked, whatever its status. */
export async function eraseLocked(tx: Tx, id: number, now: string, actor: Event['actor']): Promise<void> {
  const order = await selectOrder(tx, id);
  if (order) await forgetBuyer(tx, order);
  const searchText = orderSearchText({ name: ERASED, email: '' }, await selectLines(tx, [id]));
  await eraseBuyer(tx, id, { name: ERASED, searchText, now });
  await detachUsed(tx, id);
  await removeMails(tx, id);
  await forgetCorrections(tx, id);
  await addEvents(tx, [{ at: now, actor, kind: 'order_erased', orderId: id }]);
}

/** Orders that are not open, from the age that the setting names, two weeks after the last change at the earliest. */
export const anonymising: DueKind<Context> = {
  name: 'old orders',
  // Not to the second.
  nextAt: async () => null,
  async dueIds(ctx, now, limit) {
    const age = await ageOf(ctx);
    return age === null ? [] : selectClosedUntil(ctx.db, before(now, age), before(now, SETTLED_MS), limit);
  },
  async settle(ctx, id) {
    const age = await ageOf(ctx);
    await inTransaction(ctx.db, async (tx) => {
      const order = await lockOrder(tx, id);
      const now = instantOf(ctx.clock);
      if (age === null || !order || order.erased_at !== null || orderStatusTable[order.status].isOpen) return;
      if (order.created_at > before(now, age) || order.updated_at > before(now, SETTLED_MS)) return;
      await eraseLocked(tx, id, now, 'system');
    });
  },
};

const before = (now: string, ms: number): string => new Date(Date.parse(now) - ms).toISOString();

/** In milliseconds; null: they stay. */
async function ageOf(ctx: Context): Promise<number | null> {
  const { anonymiseAfterMonths } = await readSetting(ctx, 'orders');
  return anonymiseAfterMonths === 0 ? null : anonymiseAfterMonths * MONTH_MS;
}
