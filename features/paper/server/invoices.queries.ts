import type { Invoices, NumberSeries } from '#features/paper/server/tables.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import type { NewRow, Row } from '#platform/db/schema.ts';

export type InvoiceRow = Row<Invoices>;

/** The latest invoice of each order comes last. */
export async function selectInvoices(db: Db | Tx, orderIds: number[]): Promise<InvoiceRow[]> {
  return db
    .selectFrom('invoices')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('number')
    .execute();
}

/**
 * The series stays locked until the transaction ends, so the next document takes a failed one's
 * number.
 */
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

export async function selectInvoiceNumber(db: Db | Tx, orderId: number): Promise<number | null> {
  return (await selectInvoices(db, [orderId])).at(-1)?.number ?? null;
}

/**
 * Forgets buyers of invoices made before the instant, where their orders have forgotten them too.
 */
export async function clearBuyers(db: Db, issuedBefore: string): Promise<void> {
  await db
    .updateTable('invoices')
    .set({ buyer_name: null, buyer_address: null })
    .where('issued_at', '<', issuedBefore)
    .where('buyer_name', 'is not', null)
    .where('order_id', 'in', (eb) =>
      eb.selectFrom('orders').select('orders.id').where('erased_at', 'is not', null),
    )
    .execute();
}

export async function selectInvoiced(db: Db, ids: number[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('orders')
    .select(['id', 'status', 'erased_at'])
    .where('id', 'in', ids)
    .execute();
}
