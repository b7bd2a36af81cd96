import type { ExpressionBuilder } from 'kysely';
import { isChangeable, orderStatuses } from '#core/contract/selling/order-statuses.ts';
import { type OrderRow, orderColumns } from '#core/server/selling/orders/orders.service.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import type { Schema } from '#platform/db/schema.ts';

const unshipped = orderStatuses.filter(isChangeable);

/** The earliest first. */
export async function selectTogether(db: Db | Tx, parcel: string): Promise<OrderRow[]> {
  return db
    .selectFrom('orders')
    .select(orderColumns)
    .where('parcel', '=', parcel)
    .orderBy('id')
    .execute();
}

/** The buyer's orders that are not shipped and travel with no other, the earliest first. */
export async function selectUnshippedOf(
  db: Db | Tx,
  { id, customer_email: email }: OrderRow,
): Promise<OrderRow[]> {
  const others = db
    .selectFrom('orders')
    .select(orderColumns)
    // By the database: SQLite leaves letters outside ASCII as they are.
    .where((eb) => eb(eb.fn('lower', ['customer_email']), '=', eb.fn('lower', [eb.val(email)])))
    .where('id', '<>', id)
    .where(travelsAlone);
  return others
    .where('status', 'in', unshipped)
    .where('erased_at', 'is', null)
    .orderBy('id')
    .limit(20)
    .execute();
}

/** An order left alone in a parcel counts, too. */
const travelsAlone = ({ exists, not, selectFrom }: ExpressionBuilder<Schema, 'orders'>) =>
  not(
    exists(
      selectFrom('orders as other')
        .select('other.id')
        .whereRef('other.parcel', '=', 'orders.parcel')
        .whereRef('other.id', '<>', 'orders.id'),
    ),
  );

/** Null takes orders out of their parcel. */
export async function updateParcel(
  tx: Tx,
  ids: number[],
  parcel: string | null,
  now: string,
): Promise<void> {
  await tx.updateTable('orders').set({ parcel, updated_at: now }).where('id', 'in', ids).execute();
}

export async function updateTracking(
  tx: Tx,
  { id, parcel, carrier, tracking_number }: OrderRow,
  now: string,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ carrier, tracking_number, updated_at: now })
    .where('parcel', '=', parcel)
    .where('id', '<>', id)
    .execute();
}
