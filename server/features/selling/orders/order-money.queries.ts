/** Payments, refunds and fees of orders. */
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { NewRow, OrderMoney, RowChange } from '#server/platform/db/schema.ts';

export type MoneyRow = Awaited<ReturnType<typeof selectMoney>>[number];

/** What moved for these orders, each order's in the sequence in which it was noted. */
export async function selectMoney(db: Db | Tx, orderIds: number[]) {
  if (orderIds.length === 0) return [];
  return db.selectFrom('order_money').selectAll().where('order_id', 'in', orderIds).orderBy('id').execute();
}

/** @returns the row's id. */
export async function insertMoney(tx: Tx, row: NewRow<OrderMoney>): Promise<number> {
  return (await tx.insertInto('order_money').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

export async function updateMoney(
  tx: Tx,
  id: number,
  change: Pick<RowChange<OrderMoney>, 'method' | 'at' | 'amount_cents'>,
): Promise<void> {
  await tx.updateTable('order_money').set(change).where('id', '=', id).execute();
}

/** Deletes a row; a payment's with its fee. */
export async function deleteMoneyRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('order_money').where('id', '=', id).execute();
}

/** Notes when an order was paid first; null: nothing is received. */
export async function updatePaidAt(tx: Tx, orderId: number, at: string | null): Promise<void> {
  await tx.updateTable('orders').set({ paid_at: at }).where('id', '=', orderId).execute();
}

export async function deleteMoney(tx: Tx, orderId: number): Promise<void> {
  await tx.deleteFrom('order_money').where('order_id', '=', orderId).execute();
}
