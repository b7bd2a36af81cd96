import type { Db, Tx } from '#platform/db/db.ts';
import type { NumberSeries } from './tables.ts';

export const selectAllInvoices = (db: Db) =>
  db.selectFrom('invoices').selectAll().orderBy('number').execute();

export const selectAllCreditNotes = (db: Db) =>
  db.selectFrom('credit_notes').selectAll().orderBy('number').execute();

/** The order of an invoice; undefined: there is no such invoice. */
export async function selectInvoicedOrder(db: Db | Tx, number: number) {
  const found = db.selectFrom('invoices').select('order_id').where('number', '=', number);
  return (await found.executeTakeFirst())?.order_id;
}

/** The invoice of a credit note; undefined: there is no such credit note. */
export async function selectCreditedInvoice(db: Db | Tx, number: number) {
  const found = db.selectFrom('credit_notes').select('invoice_number').where('number', '=', number);
  return (await found.executeTakeFirst())?.invoice_number;
}

/** Lines by order, in their order, without those taken out, which no export has. */
export async function selectLineIds(db: Db | Tx, orderIds: number[]) {
  const rows = await db
    .selectFrom('order_lines')
    .select(['id', 'order_id', 'specimen_id'])
    .where('standing', '=', 'in')
    .where('order_id', 'in', orderIds.length === 0 ? [0] : orderIds)
    .orderBy('id')
    .execute();
  return Map.groupBy(rows, (row) => row.order_id);
}

/** Ids of refunds by order, in their order. */
export async function selectRefundIds(db: Db | Tx, orderIds: number[]) {
  const rows = await db
    .selectFrom('order_money')
    .select(['id', 'order_id'])
    .where('kind', '=', 'refund')
    .where('order_id', 'in', orderIds.length === 0 ? [0] : orderIds)
    .orderBy('id')
    .execute();
  return Map.groupBy(rows, (row) => row.order_id);
}

/** The next document's number is above it. */
export async function raiseSeries(
  tx: Tx,
  series: NumberSeries['name'],
  number: number,
): Promise<void> {
  await tx
    .updateTable('number_series')
    .set({ last: number })
    .where('name', '=', series)
    .where('last', '<', number)
    .execute();
}
