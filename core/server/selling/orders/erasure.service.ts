import { DAY_MS } from '#core/contract/durations.ts';
import { Problem } from '#core/contract/problems.ts';
import { orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import type { Act } from '#core/server/act.ts';
import { forgetCorrections } from '#core/server/admin/events/events.service.ts';
import { readSetting } from '#core/server/admin/settings/settings.service.ts';
import type { Context } from '#core/server/context.ts';
import { removeMails } from '#core/server/messages/mail/mail.service.ts';
import { perform } from '#core/server/perform.ts';
import { pluggedInto } from '#core/server/plugged-in.ts';
import { overwriteDeleted } from '#platform/db/deleted-data.ts';
import type { DueKind } from '#platform/jobs/due.ts';
import { eraseBuyer } from './admin-orders.queries.ts';
import { selectClosedUntil } from './erasure.queries.ts';
import { forgetBuyer } from './known-buyer.service.ts';
import { readDetail } from './order-detail.service.ts';
import { orderSearchText } from './order-search.ts';
import { lockOrder, selectLines, selectOrder } from './orders.queries.ts';
import { lockWithLines } from './orders.service.ts';
import { detachUsed } from './payments.queries.ts';

const ERASED = 'Erased';
const MONTH_MS = (365.25 / 12) * DAY_MS;
/** A changed order may still have a mail to send, or have been closed by mistake. */
const SETTLED_MS = 14 * DAY_MS;

/**
 * Erases for good. @throws Problem not_found; state_conflict for a pending order unless
 * `evenPending`.
 */
export async function eraseOrder(
  ctx: Context,
  id: number,
  { evenPending }: { evenPending: boolean },
): Promise<OrderDetail> {
  await perform(ctx, 'owner', async (act) => {
    const { order } = await lockWithLines(act.tx, id);
    if (order.erased_at !== null) return;
    if (order.status === 'pending' && !evenPending) {
      throw new Problem(
        'state_conflict',
        `Order #${id} is still pending. Once erased, you can’t remind the buyer or ship it.`,
      );
    }
    await eraseLocked(act, id);
  });
  await overwriteDeleted(ctx);
  return readDetail(ctx, id);
}

export async function eraseLocked(act: Act, id: number): Promise<void> {
  const { tx, now } = act;
  const order = await selectOrder(tx, id);
  if (order) await forgetBuyer(tx, order);
  const searchText = orderSearchText({ name: ERASED, email: '' }, await selectLines(tx, [id]));
  await eraseBuyer(tx, id, { name: ERASED, searchText, now });
  for (const erase of pluggedInto('buyerErased')) await erase(tx, id);
  await detachUsed(tx, id);
  await removeMails(act, id);
  await forgetCorrections(tx, id);
  await act.record({ kind: 'order_erased', orderId: id });
}

/** Takes closed orders of the setting's age, two weeks after the last change at the earliest. */
export const anonymising: DueKind<Context> = {
  name: 'old orders',
  // Not to the second.
  nextAt: async () => null,
  async dueIds(ctx, now, limit) {
    const age = await ageOf(ctx);
    return age === null
      ? []
      : selectClosedUntil(ctx.db, before(now, age), before(now, SETTLED_MS), limit);
  },
  async settle(ctx, id) {
    await perform(ctx, 'system', async (act) => {
      const { tx, now } = act;
      const age = await ageOf(act);
      const order = await lockOrder(tx, id);
      if (
        age === null ||
        !order ||
        order.erased_at !== null ||
        orderStatusTable[order.status].isOpen
      )
        return;
      if (order.created_at > before(now, age) || order.updated_at > before(now, SETTLED_MS)) return;
      await eraseLocked(act, id);
    });
  },
};

const before = (now: string, ms: number): string => new Date(Date.parse(now) - ms).toISOString();

/** In milliseconds; null: they stay. */
async function ageOf(ctx: Pick<Act, 'db'> | Pick<Context, 'db'>): Promise<number | null> {
  const { anonymiseAfterMonths } = await readSetting(ctx, 'orders');
  return anonymiseAfterMonths === 0 ? null : anonymiseAfterMonths * MONTH_MS;
}
