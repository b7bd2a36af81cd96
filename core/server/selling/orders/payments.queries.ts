import type { Db, Tx } from '#platform/db/db.ts';

/** @returns `order_id`: null where it is gone; `money_id`: null where only its id is on the order. */
export async function selectUsed(db: Db | Tx, hashes: string[]) {
  if (hashes.length === 0) return [];
  return db
    .selectFrom('used_payments as used')
    .leftJoin('order_money as money', 'money.payment_hash', 'used.payment_hash')
    .select(['used.payment_hash', 'used.order_id', 'money.id as money_id'])
    .where('used.payment_hash', 'in', hashes)
    .execute();
}

/** @returns whether the payment was unused. */
export async function insertUsed(tx: Tx, hash: string, orderId: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('used_payments')
    .values({ payment_hash: hash, order_id: orderId })
    .onConflict((conflict) => conflict.column('payment_hash').doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows) > 0;
}

export async function selectOtherWith(
  tx: Tx,
  paymentId: string,
  orderId: number,
): Promise<number | undefined> {
  const others = tx
    .selectFrom('orders')
    .select('id')
    .where('venmo_payment_id', '=', paymentId)
    .where('id', '<>', orderId);
  return (await others.orderBy('id').limit(1).executeTakeFirst())?.id;
}

/** Keeps a payment used for an order that is gone. */
export async function deleteUsed(tx: Tx, hash: string): Promise<void> {
  await tx
    .deleteFrom('used_payments')
    .where('payment_hash', '=', hash)
    .where('order_id', 'is not', null)
    .execute();
}

export async function moveUsed(tx: Tx, hash: string, from: number, to: number): Promise<void> {
  await tx
    .updateTable('used_payments')
    .set({ order_id: to })
    .where('payment_hash', '=', hash)
    .where('order_id', '=', from)
    .execute();
}

/** The payment stays used. */
export async function detachUsed(tx: Tx, orderId: number): Promise<void> {
  await tx
    .updateTable('used_payments')
    .set({ order_id: null })
    .where('order_id', '=', orderId)
    .execute();
}
