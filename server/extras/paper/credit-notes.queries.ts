/** Credit notes, and the refunds that they are of. */

import type { CreditNotes } from '#server/extras/paper/tables.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { NewRow } from '#server/platform/db/schema.ts';

/** The refunds of these orders that have an invoice, with the credit note of each; its columns are null where it has none. */
export async function selectRefunds(db: Db | Tx, orderIds: number[]) {
  return db
    .selectFrom('order_money as refund')
    .innerJoin('invoices as invoice', 'invoice.order_id', 'refund.order_id')
    .leftJoin('order_lines as line', 'line.id', 'refund.line_id')
    .leftJoin('credit_notes as note', 'note.refund_id', 'refund.id')
    .select(['refund.id', 'refund.order_id', 'refund.amount_cents', 'refund.method', 'refund.at', 'line.title'])
    .select(['invoice.number as invoice_number', 'note.number', 'note.seller', 'note.issued_at'])
    .where('refund.kind', '=', 'refund')
    .where('refund.order_id', 'in', orderIds)
    .orderBy('refund.id')
    .execute();
}

export async function insertCreditNote(tx: Tx, note: NewRow<CreditNotes>): Promise<void> {
  await tx.insertInto('credit_notes').values(note).execute();
}
