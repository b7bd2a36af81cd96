/** All orders under one email address. */
import type { Context } from '#server/context.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { readDetail } from './admin-orders.service.ts';
import { selectIdsOf, selectOpenIdsOf } from './erasure.queries.ts';
import { eraseLocked } from './erasure.service.ts';
import { lockOrder } from './orders.queries.ts';

/** Each with its lines, its mails and what happened to it, as it is handed to the buyer. */
export async function ordersOf(ctx: Context, email: string): Promise<object[]> {
  const orders: object[] = [];
  for (const id of await selectIdsOf(ctx.db, email)) {
    const { secretPath: _, hasMailServer: __, buyer: ___, ...order } = await readDetail(ctx, id);
    orders.push(order);
  }
  return orders;
}

/** The ids of those that are still to be paid, sent or delivered. */
export const openOrdersOf = (db: Db | Tx, email: string): Promise<number[]> => selectOpenIdsOf(db, email);

/** Erases what leads to their buyer, whatever their status. */
export async function eraseOrdersOf(tx: Tx, email: string, now: string): Promise<void> {
  for (const id of await selectIdsOf(tx, email)) {
    if (await lockOrder(tx, id)) await eraseLocked(tx, id, now, 'owner');
  }
}
