import type { Act } from '#core/server/act.ts';
import type { Context } from '#core/server/context.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { selectIdsOf, selectOpenIdsOf } from './erasure.queries.ts';
import { eraseLocked } from './erasure.service.ts';
import { readDetail } from './order-detail.service.ts';
import { lockOrder } from './orders.queries.ts';

/** As handed to the buyer. */
export async function ordersOf(ctx: Context, email: string): Promise<object[]> {
  const orders: object[] = [];
  for (const id of await selectIdsOf(ctx.db, email)) {
    const { secretPath: _, hasMailServer: __, buyer: ___, ...order } = await readDetail(ctx, id);
    orders.push(order);
  }
  return orders;
}

export const openOrdersOf = (db: Db | Tx, email: string): Promise<number[]> =>
  selectOpenIdsOf(db, email);

export async function eraseOrdersOf(act: Act, email: string): Promise<void> {
  for (const id of await selectIdsOf(act.tx, email))
    if (await lockOrder(act.tx, id)) await eraseLocked(act, id);
}
