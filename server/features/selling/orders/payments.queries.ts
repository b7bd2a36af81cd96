/** Orders as payments are matched to them, and which payments are used. */
import { statusesClaiming } from '#contract/selling/order-statuses.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';

const columns = [
  'id',
  'status',
  'customer_name',
  'venmo_username',
  'venmo_payment_id',
  'total_cents',
  'shipping_cents',
  'created_at',
] as const;

/** Pending orders, and of those not older than the instant the ended ones and what was marked as paid without a payment's id. */
export async function selectMatchable(db: Db, since: string) {
  return db
    .selectFrom('orders')
    .select(columns)
    .where((eb) =>
      eb.or([
        eb('status', '=', 'pending'),
        eb.and([eb('status', 'in', statusesClaiming('none')), eb('created_at', '>=', since)]),
        eb.and([eb('status', 'in', statusesClaiming('taken')), eb('created_at', '>=', since), eb('venmo_payment_id', 'is', null)]),
      ]),
    )
    .where('erased_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** The orders with these ids, whatever their status. */
export async function selectByIds(db: Db, ids: number[]) {
  if (ids.length === 0) return [];
  return db.selectFrom('orders').select(columns).where('id', 'in', ids).where('erased_at', 'is', null).orderBy('id').execute();
}

/** Those of these hashes that are of used payments, and for which order. */
export async function selectUsed(db: Db, hashes: string[]) {
  if (hashes.length === 0) return [];
  return db.selectFrom('used_payments').select(['payment_hash', 'order_id']).where('payment_hash', 'in', hashes).execute();
}

/** @returns whether the payment was not used before. */
export async function insertUsed(tx: Tx, hash: string, orderId: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('used_payments')
    .values({ payment_hash: hash, order_id: orderId })
    .onConflict((conflict) => conflict.column('payment_hash').doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows) > 0;
}

/** For which order a payment is used; null: for one that is gone; undefined: it is not used. */
export async function selectUse(tx: Tx, hash: string): Promise<number | null | undefined> {
  return (await tx.selectFrom('used_payments').select('order_id').where('payment_hash', '=', hash).executeTakeFirst())?.order_id;
}

/** An order other than this that has the payment's id too: the oldest. */
export async function selectOtherWith(tx: Tx, paymentId: string, orderId: number): Promise<number | undefined> {
  const others = tx.selectFrom('orders').select('id').where('venmo_payment_id', '=', paymentId).where('id', '<>', orderId);
  return (await others.orderBy('id').limit(1).executeTakeFirst())?.id;
}

/** Frees a payment, unless it was used for an order that is gone. */
export async function deleteUsed(tx: Tx, hash: string): Promise<void> {
  await tx.deleteFrom('used_payments').where('payment_hash', '=', hash).where('order_id', 'is not', null).execute();
}

/** Notes a payment that is used for one order as used for another. */
export async function moveUsed(tx: Tx, hash: string, from: number, to: number): Promise<void> {
  await tx.updateTable('used_payments').set({ order_id: to }).where('payment_hash', '=', hash).where('order_id', '=', from).execute();
}

/** Forgets for which order a payment was used; it stays used. */
export async function detachUsed(tx: Tx, orderId: number): Promise<void> {
  await tx.updateTable('used_payments').set({ order_id: null }).where('order_id', '=', orderId).execute();
}
