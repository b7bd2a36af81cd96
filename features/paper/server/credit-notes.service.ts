/** An invoice never changes, so each refund has a document of its own that refers to it. */

import { formatAmount } from '#core/contract/money.ts';
import type { AdminOrder } from '#core/contract/selling/orders.ts';
import type { Act } from '#core/server/act.ts';
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import { lockWithLines } from '#core/server/selling/orders/orders.service.ts';
import type { CreditNote, Invoices, Seller } from '#features/paper/contract/paper.ts';
import {
  insertCreditNote,
  selectCredited,
  selectEnding,
  selectRefunds,
} from './credit-notes.queries.ts';
import { type InvoiceRow, takeNumber } from './invoices.queries.ts';
import { readSeller } from './slips.service.ts';

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
  return {
    creditNotes: creditNotes.toSorted((a, b) => a.number - b.number),
    uncredited: [...uncredited],
  };
}

/** Each order has a transaction of its own; without an invoice it gets no credit note. */
export async function makeCreditNotes(ctx: Context, orderIds: number[]): Promise<void> {
  const seller = await readSeller(ctx);
  const lacking = (await selectRefunds(ctx.db, orderIds)).filter(
    (refund) => refund.number === null && creditedBy(refund) > 0,
  );
  for (const orderId of new Set(lacking.map(({ order_id }) => order_id)))
    await makeForOrder(ctx, orderId, seller);
}

const makeForOrder = (ctx: Context, orderId: number, seller: Seller): Promise<void> =>
  perform(ctx, 'owner', async (act) => {
    await lockWithLines(act.tx, orderId);
    for (const refund of await selectRefunds(act.tx, [orderId])) {
      if (refund.number !== null || creditedBy(refund) === 0) continue;
      await addCreditNote(act, {
        orderId,
        invoice: refund.invoice_number,
        refundId: refund.id,
        cents: creditedBy(refund),
        seller,
      });
    }
  });

type NewNote = {
  orderId: number;
  invoice: number;
  refundId: number | null;
  cents: number;
  seller: Seller;
};

async function addCreditNote(
  act: Act,
  { orderId, invoice, refundId, cents, seller }: NewNote,
): Promise<void> {
  const { tx, now } = act;
  const number = await takeNumber(tx, 'credit notes');
  const row = {
    number,
    invoice_number: invoice,
    order_id: orderId,
    refund_id: refundId,
    amount_cents: cents,
    issued_at: now,
  };
  await insertCreditNote(tx, { ...row, seller: JSON.stringify(seller) });
  await act.record({ kind: 'credit_note_made', orderId, data: { number, invoice } });
}

export async function endInvoice(
  act: Act,
  { number, total_cents }: InvoiceRow,
  orderId: number,
  seller: Seller,
): Promise<void> {
  const cents = total_cents - (await selectCredited(act.tx, number));
  if (cents > 0)
    await addCreditNote(act, { orderId, invoice: number, refundId: null, cents, seller });
}
