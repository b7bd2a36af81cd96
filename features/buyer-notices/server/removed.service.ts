/**
 * The link of a deleted order goes on saying what became of it, to whoever could read the order.
 * What is stored tells nothing of a person: hashes of random keys, whose order and buyer are gone.
 */
import type { Act } from '#core/server/act.ts';
import { readSetting } from '#core/server/admin/settings/settings.service.ts';
import type { Context } from '#core/server/context.ts';
import type { OrderRow } from '#core/server/feature.ts';
import { hashToken } from '#platform/http/cookies.ts';
import {
  ORDER_REMOVED,
  type Removed,
  selectBuyerHashes,
  selectRemoved,
} from './removed.queries.ts';

export async function keepHashes(act: Act, order: OrderRow): Promise<void> {
  const keys = [order.access_key, ...(order.mail_key === null ? [] : [order.mail_key])];
  const hashes = [...keys.map(hashToken), ...(await selectBuyerHashes(act.tx, order.id))];
  const data: Removed = { hashes, wasPending: order.status === 'pending' };
  await act.record({ kind: ORDER_REMOVED, orderId: order.id, data });
}

export async function removalTold(
  ctx: Context,
  id: number,
  hashes: string[],
): Promise<string | null> {
  const removed = await selectRemoved(ctx.db, id);
  if (!removed?.hashes.some((hash) => hashes.includes(hash))) return null;
  const { contactEmail } = await readSetting(ctx, 'general');
  return removed.wasPending
    ? `We removed your order #${id}. Please don’t pay it. Have you paid it already, or do you still want it? Please email ${contactEmail}.`
    : `We removed your order #${id}. Questions? Please email ${contactEmail}.`;
}
