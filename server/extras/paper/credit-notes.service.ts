/** Credit notes: an invoice never changes, so each refund of its order has a document of its own that refers to it. */
import type { CreditNote, Invoices, Seller } from '#contract/extras/paper/paper.ts';
import { formatAmount } from '#contract/money.ts';
import type { AdminOrder } from '#contract/selling/orders.ts';
import type { Context } from '#server/context.ts';
import { addEvents } from '#server/features/admin/events/events.service.ts';
import { lockWithLines } from '#server/features/selling/orders/orders.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { insertCreditNote, selectRefunds } from './credit-notes.queries.ts';
import { takeNumber } from './invoices.queries.ts';
import { readSeller } from './slips.service.ts';

/** The credit notes of these orders, and those of the orders that lack one for a refund. */
export async function readCreditNotes({ db }: Context, orders: AdminOrder[]): Promise<Pick<Invoices, 'creditNotes' | 'uncredited'>> {
  const byId = new Map(orders.map((order) => [order.id, order]));
  const refunds = orders.length === 0 ? [] : await selectRefunds(db, [...byId.keys()]);
  const uncredited = new Set<number>();
  const creditNotes: CreditNote[] = [];
  for (const { number, seller, issued_at, invoice_number, order_id, amount_cents, method, title } of refunds) {
    const order = byId.get(order_id);
    if (number === null || seller === null || issued_at === null) uncredited.add(order_id);
    else if (order)
      creditNotes.push({
        number,
        issuedAt: issued_at,
        seller,
        invoiceNumber: invoice_number,
        order,
        amount: formatAmount(amount_cents),
        method,
        title,
      });
  }
  return { creditNotes, uncredited: [...uncredited] };
}

/** Makes the credit notes that refunds of these orders lack, where there is an invoice; each order in a transaction of its own. */
export async function makeCreditNotes(ctx: Context, orderIds: number[]): Promise<void> {
  const seller = await readSeller(ctx);
  const lacking = (await selectRefunds(ctx.db, orderIds)).filter(({ number }) => number === null);
  for (const orderId of new Set(lacking.map(({ order_id }) => order_id))) await makeForOrder(ctx, orderId, seller);
}

async function makeForOrder(ctx: Context, orderId: number, seller: Seller): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await lockWithLines(tx, orderId);
    const now = instantOf(ctx.clock);
    for (const { id, number: made, invoice_number, amount_cents } of await selectRefunds(tx, [orderId])) {
      if (made !== null) continue;
      const number = await takeNumber(tx, 'credit notes');
      const row = { number, invoice_number, order_id: orderId, refund_id: id, amount_cents, issued_at: now };
      await insertCreditNote(tx, { ...row, seller: JSON.stringify(seller) });
      await addEvents(tx, [{ at: now, actor: 'owner', kind: 'credit_note_made', orderId, data: { number, invoice: invoice_number } }]);
    }
  });
}
