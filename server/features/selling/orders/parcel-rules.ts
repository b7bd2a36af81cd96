/** What is shipped with an order. */
import { Problem } from '#contract/problems.ts';
import { type OrderStatus, orderStatusTable } from '#contract/selling/order-statuses.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { lockOrder, type OrderRow } from './orders.queries.ts';
import { selectTogether } from './parcels.queries.ts';

/** Why a parcel cannot go with these other orders in it; null where it can. */
export function whyNotToShip(others: OrderRow[]): string | null {
  const unpaid = others.find((one) => orderStatusTable[one.status].claim === 'held');
  return unpaid ? `Order #${unpaid.id} is in the same package and isn’t paid. Mark it paid, or send it separately.` : null;
}

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
  const refusal = whyNotToShip(others);
  if (refusal !== null) throw new Problem('state_conflict', refusal);
  return others.filter((one) => (orderStatusTable[one.status].progress ?? Number.POSITIVE_INFINITY) < (progress ?? 0));
}
