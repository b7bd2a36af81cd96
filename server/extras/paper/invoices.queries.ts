/** Invoices and the series of their numbers. */

import type { Invoices, NumberSeries } from '#server/extras/paper/tables.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { NewRow, Row } from '#server/platform/db/schema.ts';

export type InvoiceRow = Row<Invoices>;

/** The invoices of these orders, the latest of each last. */
export async function selectInvoices(db: Db | Tx, orderIds: number[]): Promise<InvoiceRow[]> {
  return db.selectFrom('invoices').selectAll().where('order_id', 'in', orderIds).orderBy('number').execute();
}

/** Takes the next number. The row of the series stays locked until the transaction ends, so a number whose document fails is taken by the next one. */
export async function takeNumber(tx: Tx, series: NumberSeries['name']): Promise<number> {
  const { last } = await tx
    .updateTable('number_series')
    .set((eb) => ({ last: eb('last', '+', 1) }))
    .where('name', '=', series)
    .returning('last')
    .executeTakeFirstOrThrow();
  return last;
}

export async function insertInvoice(tx: Tx, invoice: NewRow<Invoices>): Promise<void> {
  await tx.insertInto('invoices').values(invoice).execute();
}

/** The number of the order's latest invoice; null: it has none. */
export async function selectInvoiceNumber(tx: Tx, orderId: number): Promise<number | null> {
  return (await selectInvoices(tx, [orderId])).at(-1)?.number ?? null;
}

/** Forgets whom invoices bill that were made before the instant, where their orders have forgotten it too. */
export async function clearBuyers(db: Db, issuedBefore: string): Promise<void> {
  await db
    .updateTable('invoices')
    .set({ buyer_name: null, buyer_address: null })
    .where('issued_at', '<', issuedBefore)
    .where('buyer_name', 'is not', null)
    .where('order_id', 'in', (eb) => eb.selectFrom('orders').select('orders.id').where('erased_at', 'is not', null))
    .execute();
}

/** What decides whether these orders can have an invoice. */
export async function selectInvoiced(db: Db, ids: number[]) {
  if (ids.length === 0) return [];
  return db.selectFrom('orders').select(['id', 'status', 'erased_at']).where('id', 'in', ids).execute();
}
