import { Problem } from '#core/contract/problems.ts';
import {
  activityOf,
  type Requester,
  recordActivity,
} from '#core/server/admin/auth/activity.service.ts';
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import { openOrdersOf } from '#core/server/selling/orders/buyer-orders.service.ts';
import type { BuyerData, BuyerDataCounts } from '#features/privacy/contract/buyer-data.ts';
import { instantOf } from '#platform/clock.ts';
import { overwriteDeleted } from '#platform/db/deleted-data.ts';
import { personalDataKinds } from './personal-data.ts';

export async function countBuyerData(ctx: Context, email: string): Promise<BuyerDataCounts> {
  const { data } = await readBuyerData(ctx, email);
  const counts = Object.fromEntries(
    Object.entries(data).map(([kind, found]) => [kind, found.length]),
  );
  return { email, counts, openOrders: await openOrdersOf(ctx.db, email) };
}

/** Logs that the data left the shop. */
export async function exportBuyerData(
  ctx: Context,
  email: string,
  request: Requester,
): Promise<BuyerData> {
  const data = await readBuyerData(ctx, email);
  await recordActivity(ctx, 'buyer_data_exported', request);
  return data;
}

async function readBuyerData(ctx: Context, email: string): Promise<BuyerData> {
  const found = await Promise.all(
    (await personalDataKinds()).map(
      async ([kind, { find }]) => [kind, await find(ctx, email)] as const,
    ),
  );
  return { email, exportedAt: instantOf(ctx.clock), data: Object.fromEntries(found) };
}

/**
 * Erases all or nothing.
 * @throws Problem state_conflict where an order of the address is open, unless `evenOpen`.
 */
export async function eraseBuyerData(
  ctx: Context,
  { email, evenOpen }: { email: string; evenOpen: boolean },
  request: Requester,
): Promise<void> {
  const kinds = await personalDataKinds();
  await perform(ctx, 'owner', async (act) => {
    const { tx } = act;
    const open = evenOpen ? [] : await openOrdersOf(tx, email);
    if (open.length > 0) {
      const which = open.map((id) => `#${id}`).join(', ');
      throw new Problem(
        'state_conflict',
        `Still open: ${which}. Once erased, you can’t remind the buyer or ship anything.`,
      );
    }
    for (const [, { erase }] of kinds) await erase(act, email);
    await act.record(activityOf('buyer_data_erased', request));
  });
  await overwriteDeleted(ctx);
}
