/** What is shipped with an order. */
import { Problem } from '#contract/problems.ts';
import { type OrderStatus, orderStatusTable } from '#contract/selling/order-statuses.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { lockOrder, type OrderRow } from './orders.queries.ts';
import { selectTogether } from './parcels.queries.ts';

/**
 * The orders that travel with one that is shipped now.
 * @throws Problem state_conflict where one of them is not paid.
 */
export async function othersToShip(tx: Tx, { id, parcel }: OrderRow, status: OrderStatus): Promise<OrderRow[]> {
  const { showsTracking, progress } = orderStatusTable[status];
  if (parcel === null || !showsTracking) return [];
  const others: OrderRow[] = [];
  for (const one of await selectTogether(tx, parcel)) {
    const locked = one.id === id ? undefined : await lockOrder(tx, one.id);
    if (locked) others.push(locked);
  }
  const unpaid = others.find((one) => orderStatusTable[one.status].claim === 'held');
  if (unpaid)
    throw new Problem('state_conflict', `Order #${unpaid.id} is in the same package and isn’t paid. Mark it paid, or send it separately.`);
  return others.filter((one) => (orderStatusTable[one.status].progress ?? Number.POSITIVE_INFINITY) < (progress ?? 0));
}
