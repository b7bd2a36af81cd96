import type { Db, Tx } from '#platform/db/db.ts';
import type { NewRow, OrderMoney, RowChange } from '#platform/db/schema.ts';

export type MoneyRow = Awaited<ReturnType<typeof selectMoney>>[number];

export async function selectMoney(db: Db | Tx, orderIds: number[]) {
  if (orderIds.length === 0) return [];
  return db
    .selectFrom('order_money')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('id')
    .execute();
}

/** @returns the row's id. */
export async function insertMoney(tx: Tx, row: NewRow<OrderMoney>): Promise<number> {
  return (await tx.insertInto('order_money').values(row).returning('id').executeTakeFirstOrThrow())
    .id;
}

export async function updateMoney(
  tx: Tx,
  id: number,
  change: RowChange<OrderMoney>,
): Promise<void> {
  await tx.updateTable('order_money').set(change).where('id', '=', id).execute();
}

/** Deletes a payment's fee with it. */
export async function deleteMoneyRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('order_money').where('id', '=', id).execute();
}

/** @param at null: nothing is received. */
export async function updatePaidAt(tx: Tx, orderId: number, at: string | null): Promise<void> {
  await tx.updateTable('orders').set({ paid_at: at }).where('id', '=', orderId).execute();
}

export async function updateWrittenOff(tx: Tx, orderId: number, cents: number): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ written_off_cents: cents })
    .where('id', '=', orderId)
    .execute();
}

/** An order that is open again costs what it did before its refunds. */
export async function reopenRefunds(tx: Tx, orderId: number): Promise<void> {
  await tx
    .updateTable('order_money')
    .set((eb) => ({ surplus_cents: eb.ref('amount_cents') }))
    .where('order_id', '=', orderId)
    .where('kind', '=', 'refund')
    .execute();
}
