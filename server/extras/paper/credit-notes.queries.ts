/** Credit notes, and the refunds that they are of. */

import type { CreditNotes } from '#server/extras/paper/tables.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { NewRow } from '#server/platform/db/schema.ts';

/** The refunds of these orders that have an invoice, with the credit note of each; its columns are null where it has none, and the invoice is the latest. */
export async function selectRefunds(db: Db | Tx, orderIds: number[]) {
  return db
    .selectFrom('order_money as refund')
    .innerJoin(
      (eb) =>
        eb
          .selectFrom('invoices')
          .select((of) => ['order_id', of.fn.max('number').as('latest')])
          .where('order_id', 'in', orderIds)
          .groupBy('order_id')
          .as('invoice'),
      (join) => join.onRef('invoice.order_id', '=', 'refund.order_id'),
    )
    .leftJoin('order_lines as line', 'line.id', 'refund.line_id')
    .leftJoin('credit_notes as note', 'note.refund_id', 'refund.id')
    .select(['refund.id', 'refund.order_id', 'refund.amount_cents', 'refund.surplus_cents', 'refund.method', 'refund.at', 'line.title'])
    .select(['note.number', 'note.seller', 'note.issued_at', 'note.amount_cents as credited_cents'])
    .select((eb) => eb.fn.coalesce('note.invoice_number', 'invoice.latest').as('invoice_number'))
    .where('refund.kind', '=', 'refund')
    .where('refund.order_id', 'in', orderIds)
    .orderBy('refund.id')
    .execute();
}

/** The credit notes that end invoices of these orders. */
export async function selectEnding(db: Db | Tx, orderIds: number[]) {
  return db
    .selectFrom('credit_notes')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .where('refund_id', 'is', null)
    .orderBy('number')
    .execute();
}

/** How much of an invoice is credited. */
export async function selectCredited(tx: Tx, invoiceNumber: number): Promise<number> {
  const { cents } = await tx
    .selectFrom('credit_notes')
    .select(({ fn }) => fn.sum<number | null>('amount_cents').as('cents'))
    .where('invoice_number', '=', invoiceNumber)
    .executeTakeFirstOrThrow();
  return Number(cents ?? 0);
}

export async function insertCreditNote(tx: Tx, note: NewRow<CreditNotes>): Promise<void> {
  await tx.insertInto('credit_notes').values(note).execute();
}
