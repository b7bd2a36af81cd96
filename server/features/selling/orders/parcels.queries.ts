/** Orders that travel in one parcel, and those that could. */
import type { ExpressionBuilder } from 'kysely';
import { isChangeable, orderStatuses } from '#contract/selling/order-statuses.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { Schema } from '#server/platform/db/schema.ts';
import { isFrom, type OrderRow, orderColumns } from './orders.queries.ts';

const unshipped = orderStatuses.filter(isChangeable);

/** The orders of a parcel, the earliest first. */
export async function selectTogether(db: Db | Tx, parcel: string): Promise<OrderRow[]> {
  return db.selectFrom('orders').select(orderColumns).where('parcel', '=', parcel).orderBy('id').execute();
}

/** The other orders of the buyer that are not shipped and travel with no other, the earliest first. */
export async function selectUnshippedOf(db: Db | Tx, { id, customer_email: email }: OrderRow): Promise<OrderRow[]> {
  const others = db.selectFrom('orders').select(orderColumns).where(isFrom({ email })).where('id', '<>', id).where(travelsAlone);
  return others.where('status', 'in', unshipped).where('erased_at', 'is', null).orderBy('id').limit(20).execute();
}

/** Also in a parcel, once the others have left it. */
const travelsAlone = ({ exists, not, selectFrom }: ExpressionBuilder<Schema, 'orders'>) =>
  not(
    exists(
      selectFrom('orders as other')
        .select('other.id')
        .whereRef('other.parcel', '=', 'orders.parcel')
        .whereRef('other.id', '<>', 'orders.id'),
    ),
  );

/** Puts orders into a parcel; null: into none. */
export async function updateParcel(tx: Tx, ids: number[], parcel: string | null, now: string): Promise<void> {
  await tx.updateTable('orders').set({ parcel, updated_at: now }).where('id', 'in', ids).execute();
}

/** Gives the other orders of a parcel its carrier and tracking number. */
export async function updateTracking(tx: Tx, { id, parcel, carrier, tracking_number }: OrderRow, now: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ carrier, tracking_number, updated_at: now })
    .where('parcel', '=', parcel)
    .where('id', '<>', id)
    .execute();
}
