/** An invoice never changes, so each refund has a document of its own that refers to it. */

import { formatAmount } from '#core/contract/money.ts';
import type { AdminOrder } from '#core/contract/selling/orders.ts';
import type { Act } from '#core/server/act.ts';
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import { lockWithLines } from '#core/server/selling/orders/orders.service.ts';
import type { CreditNote, Invoices, Seller } from '#features/paper/contract/paper.ts';
import {
  freeRefund,
  insertCreditNote,
  selectCredited,
  selectCreditNoteOf,
  selectCreditNotes,
  selectUncredited,
} from './credit-notes.queries.ts';
import { type InvoiceRow, takeNumber } from './invoices.queries.ts';
import { readSeller } from './slips.service.ts';
import type { CreditNotes } from './tables.ts';

/** What went back beyond the order's total was never billed by its present invoice. */
const creditedBy = ({
  amount_cents,
  surplus_cents,
}: {
  amount_cents: number;
  surplus_cents: number;
}): number => amount_cents - surplus_cents;

/** @param billedBy the order as the invoice of this number bills it. */
export async function readCreditNotes(
  { db }: Context,
  orders: AdminOrder[],
  billedBy: (invoiceNumber: number) => AdminOrder | undefined,
): Promise<Pick<Invoices, 'creditNotes' | 'uncredited'>> {
  if (orders.length === 0) return { creditNotes: [], uncredited: [] };
  const ids = orders.map(({ id }) => id);
  const uncredited = (await selectUncredited(db, ids)).filter((row) => creditedBy(row) > 0);
  const notes = await selectCreditNotes(db, ids);
  const takenBack = new Set(notes.map(({ counters }) => counters));
  const creditNotes: CreditNote[] = [];
  for (const { number, seller, issued_at, invoice_number, refund_id, ...note } of notes) {
    const { counters, method, title } = note;
    const order = billedBy(invoice_number);
    if (order)
      creditNotes.push({
        number,
        issuedAt: issued_at,
        seller,
        invoiceNumber: invoice_number,
        order,
        amount: formatAmount(Math.abs(note.amount_cents)),
        method,
        title,
        counters,
        endsInvoice: refund_id === null && counters === null && !takenBack.has(number),
      });
  }
  return { creditNotes, uncredited: [...new Set(uncredited.map(({ order_id }) => order_id))] };
}

/** Each order has a transaction of its own; without an invoice it gets no credit note. */
export async function makeCreditNotes(ctx: Context, orderIds: number[]): Promise<void> {
  const seller = await readSeller(ctx);
  const lacking = await selectUncredited(ctx.db, orderIds);
  for (const orderId of new Set(lacking.map(({ order_id }) => order_id)))
    await makeForOrder(ctx, orderId, seller);
}

const makeForOrder = (ctx: Context, orderId: number, seller: Seller): Promise<void> =>
  perform(ctx, 'owner', async (act) => {
    await lockWithLines(act.tx, orderId);
    for (const refund of await selectUncredited(act.tx, [orderId]))
      if (creditedBy(refund) > 0)
        await addCreditNote(act, orderId, {
          invoice_number: refund.invoice_number,
          refund_id: refund.id,
          amount_cents: creditedBy(refund),
          seller,
        });
  });

type NewNote = Pick<CreditNotes, 'invoice_number' | 'refund_id' | 'amount_cents'> & {
  seller: Seller;
  counters?: number;
};

async function addCreditNote(
  act: Act,
  orderId: number,
  { seller, ...note }: NewNote,
): Promise<void> {
  const { tx, now } = act;
  const number = await takeNumber(tx, 'credit notes');
  const of = { number, order_id: orderId, issued_at: now, seller: JSON.stringify(seller) };
  await insertCreditNote(tx, { ...note, ...of });
  const data = { number, invoice: note.invoice_number, counters: note.counters };
  await act.record({ kind: 'credit_note_made', orderId, data });
}

/**
 * What was issued stays: a counter-note takes it back before its refund is corrected. What the
 * refund is then gets a credit note of its own.
 */
export async function takeBackCreditNote(act: Act, refundId: number): Promise<void> {
  const note = await selectCreditNoteOf(act.tx, refundId);
  if (!note) return;
  await freeRefund(act.tx, note);
  await addCreditNote(act, note.order_id, {
    invoice_number: note.invoice_number,
    refund_id: null,
    amount_cents: -note.amount_cents,
    seller: note.seller,
    counters: note.number,
  });
}

export async function endInvoice(
  act: Act,
  { number, total_cents }: InvoiceRow,
  orderId: number,
  seller: Seller,
): Promise<void> {
  const cents = total_cents - (await selectCredited(act.tx, number));
  if (cents > 0)
    await addCreditNote(act, orderId, {
      invoice_number: number,
      refund_id: null,
      amount_cents: cents,
      seller,
    });
}
