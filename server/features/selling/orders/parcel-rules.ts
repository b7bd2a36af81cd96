/** What is shipped with an order. */
import { Problem } from '#contract/problems.ts';
import { isChangeable, type OrderStatus, orderStatusTable } from '#contract/selling/order-statuses.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { lockOrder, type OrderRow } from './orders.queries.ts';
import { selectTogether } from './parcels.queries.ts';

export const isSameAddress = (one: OrderRow, other: OrderRow): boolean => inOneLine(one) === inOneLine(other);
const inOneLine = ({ customer_address: address }: OrderRow): string => address.split(/\s+/).join(' ').trim();

/** Why an order cannot be shipped with these others in its parcel; null where it can. */
export function whyNotToShip(order: OrderRow, others: OrderRow[]): string | null {
  const unpaid = others.find((one) => orderStatusTable[one.status].claim === 'held');
  if (unpaid) return `Order #${unpaid.id} is in the same package and isn’t paid. Mark it paid, or send it separately.`;
  // Corrected since they came together; erased ones have none.
  const far = others.find((one) => isChangeable(one.status) && one.erased_at === null && !isSameAddress(one, order));
  return far ? `Order #${far.id} is in the same package and goes to another address. Correct one of them, or send it separately.` : null;
}

/**
 * The orders that travel with one that is shipped now.
 * @throws Problem state_conflict where one of them is not paid, or goes to another address.
 */
export async function othersToShip(tx: Tx, order: OrderRow, status: OrderStatus): Promise<OrderRow[]> {
  const { id, parcel } = order;
  const { showsTracking, progress } = orderStatusTable[status];
  if (parcel === null || !showsTracking) return [];
  const others: OrderRow[] = [];
  for (const one of await selectTogether(tx, parcel)) {
    const locked = one.id === id ? undefined : await lockOrder(tx, one.id);
    if (locked) others.push(locked);
  }
  const refusal = whyNotToShip(order, others);
  if (refusal !== null) throw new Problem('state_conflict', refusal);
  return others.filter((one) => (orderStatusTable[one.status].progress ?? Number.POSITIVE_INFINITY) < (progress ?? 0));
}
