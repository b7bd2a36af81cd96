import type { OrderStatus } from '#core/contract/selling/order-statuses.ts';
import type { OrderFields } from '#core/contract/selling/orders.ts';
import type { Act } from '#core/server/act.ts';
import type { Context } from '#core/server/context.ts';
import type { OrderFollower } from '#core/server/feature.ts';
import { pluggedInto } from '#core/server/plugged-in.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import type { OrderRow } from './orders.queries.ts';

const followers = () => Promise.all(pluggedInto('orderFollower').map((load) => load()));

export async function beforeStep(act: Act, order: OrderRow): Promise<void> {
  for (const { acting } of await followers()) await acting?.(act, order);
}

export async function beforeMove(act: Act, order: OrderRow, status: OrderStatus): Promise<void> {
  for (const { moving } of await followers()) await moving?.(act, order, status);
}

export async function afterEdit(act: Act, before: OrderRow, after: OrderRow): Promise<void> {
  for (const { edited } of await followers()) await edited?.(act, before, after);
}

async function answers<T>(ask: (follower: OrderFollower) => Promise<T[]> | undefined) {
  const found: T[] = [];
  for (const follower of await followers()) found.push(...((await ask(follower)) ?? []));
  return found;
}

export const refusalsOfMove = (db: Db, order: OrderRow, status: OrderStatus): Promise<string[]> =>
  answers(({ refusals }) => refusals?.(db, order, status));

/** Locks them. @throws Problem state_conflict */
export const movedWith = (act: Act, order: OrderRow, status: OrderStatus): Promise<OrderRow[]> =>
  answers((follower) => follower.movedWith?.(act, order, status));

export const mailedWith = (db: Db | Tx, order: OrderRow): Promise<number[]> =>
  answers((follower) => follower.mailedWith?.(db, order));

export async function beforeMoneyChange(act: Act, moneyId: number): Promise<void> {
  for (const { moneyChanging } of await followers()) await moneyChanging?.(act, moneyId);
}

export async function featureFieldsOf(ctx: Context, order: OrderRow): Promise<OrderFields> {
  const readers = await Promise.all(pluggedInto('orderFields').map((load) => load()));
  return Object.assign({}, ...(await Promise.all(readers.map((read) => read(ctx, order)))));
}
