/** Credit notes: an invoice never changes, so each refund of its order has a document of its own that refers to it. */
import type { CreditNote, Invoices, Seller } from '#contract/extras/paper/paper.ts';
import { formatAmount } from '#contract/money.ts';
import type { AdminOrder } from '#contract/selling/orders.ts';
import type { Context } from '#server/context.ts';
import { addEvents } from '#server/features/admin/events/events.service.ts';
import { lockWithLines } from '#server/features/selling/orders/orders.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { insertCreditNote, selectCredited, selectEnding, selectRefunds } from './credit-notes.queries.ts';
import { type InvoiceRow, takeNumber } from './invoices.queries.ts';
import { readSeller } from './slips.service.ts';

/** What of a refund its credit note is of: what went back beyond the order's total was never billed by its present invoice. */
const creditedBy = ({ amount_cents, surplus_cents }: { amount_cents: number; surplus_cents: number }): number =>
  amount_cents - surplus_cents;

/**
 * The credit notes of these orders, and those of the orders that lack one for a refund.
 * @param billedBy the order as the invoice of this number bills it.
 */
export async function readCreditNotes(
  { db }: Context,
  orders: AdminOrder[],
  billedBy: (invoiceNumber: number) => AdminOrder | undefined,
): Promise<Pick<Invoices, 'creditNotes' | 'uncredited'>> {
  const ids = orders.map(({ id }) => id);
  const refunds = ids.length === 0 ? [] : await selectRefunds(db, ids);
  const ending = ids.length === 0 ? [] : await selectEnding(db, ids);
  const uncredited = new Set<number>();
  const creditNotes: CreditNote[] = [];
  for (const refund of refunds) {
    const { number, seller, issued_at, invoice_number, method, title } = refund;
    const order = billedBy(invoice_number);
    if (number === null || seller === null || issued_at === null) {
      if (creditedBy(refund) > 0) uncredited.add(refund.order_id);
    } else if (order) {
      const amount = formatAmount(refund.credited_cents ?? refund.amount_cents);
      creditNotes.push({
        number,
        issuedAt: issued_at,
        seller,
        invoiceNumber: invoice_number,
        order,
        amount,
        method,
        title,
        endsInvoice: false,
      });
    }
  }
  for (const { number, seller, issued_at, invoice_number, amount_cents } of ending) {
    const order = billedBy(invoice_number);
    const about = { method: null, title: null, endsInvoice: true };
    if (order)
      creditNotes.push({
        number,
        issuedAt: issued_at,
        seller,
        invoiceNumber: invoice_number,
        order,
        amount: formatAmount(amount_cents),
        ...about,
      });
  }
  return { creditNotes: creditNotes.toSorted((a, b) => a.number - b.number), uncredited: [...uncredited] };
}

/** Makes the credit notes that refunds of these orders lack, where there is an invoice; each order in a transaction of its own. */
export async function makeCreditNotes(ctx: Context, orderIds: number[]): Promise<void> {
  const seller = await readSeller(ctx);
  const lacking = (await selectRefunds(ctx.db, orderIds)).filter((refund) => refund.number === null && creditedBy(refund) > 0);
  for (const orderId of new Set(lacking.map(({ order_id }) => order_id))) await makeForOrder(ctx, orderId, seller);
}

async function makeForOrder(ctx: Context, orderId: number, seller: Seller): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await lockWithLines(tx, orderId);
    const now = instantOf(ctx.clock);
    for (const refund of await selectRefunds(tx, [orderId])) {
      if (refund.number !== null || creditedBy(refund) === 0) continue;
      await addCreditNote(tx, { orderId, invoice: refund.invoice_number, refundId: refund.id, cents: creditedBy(refund), seller, now });
    }
  });
}

type NewNote = { orderId: number; invoice: number; refundId: number | null; cents: number; seller: Seller; now: string };

async function addCreditNote(tx: Tx, { orderId, invoice, refundId, cents, seller, now }: NewNote): Promise<void> {
  const number = await takeNumber(tx, 'credit notes');
  const row = { number, invoice_number: invoice, order_id: orderId, refund_id: refundId, amount_cents: cents, issued_at: now };
  await insertCreditNote(tx, { ...row, seller: JSON.stringify(seller) });
  await addEvents(tx, [{ at: now, actor: 'owner', kind: 'credit_note_made', orderId, data: { number, invoice } }]);
}

/** Ends an invoice of a locked order by a credit note of all that is left of it. */
export async function endInvoice(tx: Tx, { number, total_cents }: InvoiceRow, orderId: number, seller: Seller, now: string): Promise<void> {
  const cents = total_cents - (await selectCredited(tx, number));
  if (cents > 0) await addCreditNote(tx, { orderId, invoice: number, refundId: null, cents, seller, now });
}
