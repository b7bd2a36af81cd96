/** Orders as payments are matched to them, and which payments are used. */
import type { OrderStatus } from '#contract/statuses.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';

const columns = ['id', 'status', 'customer_name', 'venmo_username', 'total_cents', 'shipping_cents', 'created_at'] as const;
const STATUSES_BY_AMOUNT: OrderStatus[] = ['pending', 'cancelled'];

/** Pending orders, and those cancelled that are not older than the instant. */
export async function selectPayable(db: Db, cancelledSince: string) {
  return db
    .selectFrom('orders')
    .select(columns)
    .where('status', 'in', STATUSES_BY_AMOUNT)
    .where((eb) => eb.or([eb('status', '=', 'pending'), eb('created_at', '>=', cancelledSince)]))
    .where('erased_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** The orders with these ids, whatever their status. */
export async function selectByIds(db: Db, ids: number[]) {
  if (ids.length === 0) return [];
  return db.selectFrom('orders').select(columns).where('id', 'in', ids).where('erased_at', 'is', null).orderBy('id').execute();
}

/** Which of these hashes are of used payments. */
export async function selectUsed(db: Db, hashes: string[]): Promise<string[]> {
  if (hashes.length === 0) return [];
  const used = await db.selectFrom('used_payments').select('payment_hash').where('payment_hash', 'in', hashes).execute();
  return used.map(({ payment_hash }) => payment_hash);
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

/** Frees the payment that was used for this order, unless another has its id too. */
export async function deleteUsed(
  tx: Tx,
  { hash, paymentId, orderId }: { hash: string; paymentId: string; orderId: number },
): Promise<void> {
  const others = tx.selectFrom('orders').select('id').where('venmo_payment_id', '=', paymentId).where('id', '<>', orderId);
  await tx
    .deleteFrom('used_payments')
    .where('payment_hash', '=', hash)
    .where('order_id', '=', orderId)
    .where((eb) => eb.not(eb.exists(others)))
    .execute();
}

/** Forgets for which order a payment was used; it stays used. */
export async function detachUsed(tx: Tx, orderId: number): Promise<void> {
  await tx.updateTable('used_payments').set({ order_id: null }).where('order_id', '=', orderId).execute();
}
