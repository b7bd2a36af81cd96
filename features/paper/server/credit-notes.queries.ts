import type { CreditNotes } from '#features/paper/server/tables.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import type { NewRow } from '#platform/db/schema.ts';

/** Refunds of orders with an invoice that have no credit note; the invoice is the latest. */
export async function selectUncredited(db: Db | Tx, orderIds: number[]) {
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
    .leftJoin('credit_notes as note', 'note.refund_id', 'refund.id')
    .select(['refund.id', 'refund.order_id', 'refund.amount_cents', 'refund.surplus_cents'])
    .select('invoice.latest as invoice_number')
    .where('refund.kind', '=', 'refund')
    .where('refund.order_id', 'in', orderIds)
    .where('note.number', 'is', null)
    .orderBy('refund.id')
    .execute();
}

/** With how the money went back, and for which line. */
const creditNotes = (db: Db | Tx) =>
  db
    .selectFrom('credit_notes as note')
    .leftJoin('order_money as refund', 'refund.id', 'note.refund_id')
    .leftJoin('order_lines as line', 'line.id', 'refund.line_id')
    .selectAll('note')
    .select((eb) => [
      eb.fn.coalesce('note.method', 'refund.method').as('method'),
      eb.fn.coalesce('note.title', 'line.title').as('title'),
    ]);

export const selectCreditNotes = (db: Db, orderIds: number[]) =>
  creditNotes(db).where('note.order_id', 'in', orderIds).orderBy('note.number').execute();

export const selectCreditNoteOf = (tx: Tx, refundId: number) =>
  creditNotes(tx).where('note.refund_id', '=', refundId).executeTakeFirst();

export async function selectCredited(tx: Tx, invoiceNumber: number): Promise<number> {
  const { cents } = await tx
    .selectFrom('credit_notes')
    .select(({ fn }) => fn.sum<number | null>('amount_cents').as('cents'))
    .where('invoice_number', '=', invoiceNumber)
    .executeTakeFirstOrThrow();
  return Number(cents ?? 0);
}

/** Its refund may have another one. */
export async function freeRefund(
  tx: Tx,
  { number, method, title }: Pick<CreditNotes, 'number' | 'method' | 'title'>,
): Promise<void> {
  await tx
    .updateTable('credit_notes')
    .set({ refund_id: null, method, title })
    .where('number', '=', number)
    .execute();
}

export async function insertCreditNote(tx: Tx, note: NewRow<CreditNotes>): Promise<void> {
  await tx.insertInto('credit_notes').values(note).execute();
}
