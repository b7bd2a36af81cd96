import type { CreditNotes } from '#features/paper/server/tables.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import type { NewRow } from '#platform/db/schema.ts';

/** Columns of the credit note are null where a refund has none; the invoice is the latest. */
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
    .select([
      'refund.id',
      'refund.order_id',
      'refund.amount_cents',
      'refund.surplus_cents',
      'refund.method',
      'refund.at',
      'line.title',
    ])
    .select(['note.number', 'note.seller', 'note.issued_at', 'note.amount_cents as credited_cents'])
    .select((eb) => eb.fn.coalesce('note.invoice_number', 'invoice.latest').as('invoice_number'))
    .where('refund.kind', '=', 'refund')
    .where('refund.order_id', 'in', orderIds)
    .orderBy('refund.id')
    .execute();
}

export async function selectEnding(db: Db | Tx, orderIds: number[]) {
  return db
    .selectFrom('credit_notes')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .where('refund_id', 'is', null)
    .orderBy('number')
    .execute();
}

export async function selectCredited(tx: Tx, invoiceNumber: number): Promise<number> {
  const { cents } = await tx
    .selectFrom('credit_notes')
    .select(({ fn }) => fn.sum<number | null>('amount_cents').as('cents'))
    .where('invoice_number', '=', invoiceNumber)
    .executeTakeFirstOrThrow();
  return Number(cents ?? 0);
}

export async function selectNumberOf(tx: Tx, refundId: number): Promise<number | null> {
  const found = await tx
    .selectFrom('credit_notes')
    .select('number')
    .where('refund_id', '=', refundId)
    .executeTakeFirst();
  return found?.number ?? null;
}

export async function insertCreditNote(tx: Tx, note: NewRow<CreditNotes>): Promise<void> {
  await tx.insertInto('credit_notes').values(note).execute();
}
