/** Payments, refunds and fees of orders. */
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { NewRow, OrderMoney } from '#server/platform/db/schema.ts';

export type MoneyRow = Awaited<ReturnType<typeof selectMoney>>[number];

/** What moved for these orders, each order's in the sequence in which it was noted. */
export async function selectMoney(db: Db | Tx, orderIds: number[]) {
  if (orderIds.length === 0) return [];
  return db.selectFrom('order_money').selectAll().where('order_id', 'in', orderIds).orderBy('id').execute();
}

export async function insertMoney(tx: Tx, row: NewRow<OrderMoney>): Promise<void> {
  await tx.insertInto('order_money').values(row).execute();
}

export async function deleteMoney(tx: Tx, orderId: number): Promise<void> {
  await tx.deleteFrom('order_money').where('order_id', '=', orderId).execute();
}
