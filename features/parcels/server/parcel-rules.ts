import { Problem } from '#core/contract/problems.ts';
import {
  isChangeable,
  type OrderStatus,
  orderStatusTable,
} from '#core/contract/selling/order-statuses.ts';
import { lockOrder, type OrderRow } from '#core/server/selling/orders/orders.service.ts';
import type { Tx } from '#platform/db/db.ts';
import { selectTogether } from './parcels.queries.ts';

export const isSameAddress = (one: OrderRow, other: OrderRow): boolean =>
  inOneLine(one) === inOneLine(other);
const inOneLine = ({ customer_address: address }: OrderRow): string =>
  address.split(/\s+/).join(' ').trim();

/** Null where the order can be shipped with the others of its parcel. */
export function whyNotToShip(order: OrderRow, others: OrderRow[]): string | null {
  const unpaid = others.find((one) => orderStatusTable[one.status].claim === 'held');
  if (unpaid)
    return `Order #${unpaid.id} is in the same package and isn’t paid. Mark it paid, or send it separately.`;
  // Corrected since they came together; erased ones have none.
  const far = others.find(
    (one) => isChangeable(one.status) && one.erased_at === null && !isSameAddress(one, order),
  );
  return far
    ? `Order #${far.id} is in the same package and goes to another address. Correct one of them, or send it separately.`
    : null;
}

/**
 * @throws Problem state_conflict where one of the others is not paid, or goes to another address.
 */
export async function othersToShip(
  tx: Tx,
  order: OrderRow,
  status: OrderStatus,
): Promise<OrderRow[]> {
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
  return others.filter(
    (one) => (orderStatusTable[one.status].progress ?? Number.POSITIVE_INFINITY) < (progress ?? 0),
  );
}
