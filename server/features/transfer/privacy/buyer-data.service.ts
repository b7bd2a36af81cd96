/** One buyer's data: what there is, all of it, and its end. */

import { Problem } from '#contract/problems.ts';
import type { BuyerData, BuyerDataCounts } from '#contract/transfer/buyer-data.ts';
import type { Context } from '#server/context.ts';
import { activityOf, type Requester } from '#server/features/admin/auth/activity.service.ts';
import { addEvents } from '#server/features/admin/events/events.service.ts';
import { openOrdersOf } from '#server/features/selling/orders/buyer-orders.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import { overwriteDeleted } from '#server/platform/db/deleted-data.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { personalDataKinds } from './personal-data.ts';

/** How much there is of what kind. */
export async function countBuyerData(ctx: Context, email: string): Promise<BuyerDataCounts> {
  const { data } = await readBuyerData(ctx, email);
  const counts = Object.fromEntries(Object.entries(data).map(([kind, found]) => [kind, found.length]));
  return { email, counts, openOrders: await openOrdersOf(ctx.db, email) };
}

/** Everything that is stored under the email address; that it left the shop is logged. */
export async function exportBuyerData(ctx: Context, email: string, request: Requester): Promise<BuyerData> {
  const data = await readBuyerData(ctx, email);
  await inTransaction(ctx.db, (tx) => addEvents(tx, [activityOf(ctx, 'buyer_data_exported', request)]));
  return data;
}

async function readBuyerData(ctx: Context, email: string): Promise<BuyerData> {
  const found = await Promise.all((await personalDataKinds()).map(async ([kind, { find }]) => [kind, await find(ctx, email)] as const));
  return { email, exportedAt: instantOf(ctx.clock), data: Object.fromEntries(found) };
}

/**
 * Erases everything that is stored under the email address, all of it or nothing.
 * @throws Problem state_conflict where an order of it is open, unless `evenOpen`.
 */
export async function eraseBuyerData(
  ctx: Context,
  { email, evenOpen }: { email: string; evenOpen: boolean },
  request: Requester,
): Promise<void> {
  const kinds = await personalDataKinds();
  await inTransaction(ctx.db, async (tx) => {
    const open = evenOpen ? [] : await openOrdersOf(tx, email);
    if (open.length > 0) {
      const which = open.map((id) => `#${id}`).join(', ');
      throw new Problem('state_conflict', `Still open: ${which}. Once erased, you can’t remind the buyer or ship anything.`);
    }
    for (const [, { erase }] of kinds) await erase(tx, email, instantOf(ctx.clock));
    await addEvents(tx, [activityOf(ctx, 'buyer_data_erased', request)]);
  });
  await overwriteDeleted(ctx);
}
