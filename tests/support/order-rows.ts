/** Rows of orders as a test needs them, without the shop around them: for what queries let in and leave out. */
import type { Insertable } from 'kysely';
import { orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import { insertOrder } from '#core/server/selling/orders/orders.queries.ts';
import type { Db } from '#platform/db/db.ts';
import type { OrderLines, Orders } from '#platform/db/schema.ts';
import { inTransaction } from '#platform/db/transaction.ts';

export const NOW = '2026-11-21T09:00:00.000Z';
/** The instant this many hours before `NOW`; a negative number lies after it. */
export const hoursAgo = (hours: number): string =>
  new Date(Date.parse(NOW) - hours * 3_600_000).toISOString();

type Line = Partial<Insertable<OrderLines>>;

/** What a test says of the order that it adds. */
export type GivenOrder = [change?: Partial<Insertable<Orders>>, lines?: Line[]];

/** Adds a pending order of one piece, placed now, where nothing else is said; its lines claim what its status does. @returns its id. */
export async function addOrder(
  db: Db,
  ...[change = {}, lines = [{}]]: GivenOrder
): Promise<number> {
  const order = {
    kind: 'cart' as const,
    status: 'pending' as const,
    customer_name: 'Ada',
    customer_email: 'ada@buyer.example',
    customer_address: '',
    subtotal_cents: 100_00,
    shipping_cents: 10_00,
    total_cents: 110_00,
    venmo_username: null,
    venmo_payment_id: null,
    notes: null,
    access_key: crypto.randomUUID(),
    ip_address: '',
    created_at: NOW,
    updated_at: NOW,
    ...change,
  };
  const { claim } = orderStatusTable[order.status];
  const line = {
    specimen_id: null,
    title: 'Azurite',
    price_cents: 100_00,
    shipping_cents: 10_00,
    quantity: 1,
    image_url: '',
    claim,
  };
  return inTransaction(db, (tx) =>
    insertOrder(
      tx,
      order,
      lines.map((one) => ({ ...line, ...one })),
    ),
  );
}
