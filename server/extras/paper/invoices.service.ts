/** Invoices: each paid order has at most one, which keeps its number and its seller for good, and its buyer for the years of the setting. */
import type { Invoices, Seller } from '#contract/extras/paper/paper.ts';
import type { PrintedOrdersQuery } from '#contract/extras/paper/printed-orders.ts';
import { Problem } from '#contract/problems.ts';
import type { AdminOrder } from '#contract/selling/orders.ts';
import type { Context } from '#server/context.ts';
import { addEvents } from '#server/features/admin/events/events.service.ts';
import { readSetting } from '#server/features/admin/settings/settings.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { readCreditNotes } from './credit-notes.service.ts';
import { clearBuyers, type InvoiceRow, insertInvoice, selectInvoices, takeNumber } from './invoices.queries.ts';
import { invoiceRefusals, lockPaidOrder, ordersToPrint, whyNoInvoice } from './printed-orders.service.ts';
import { readSeller } from './slips.service.ts';

/** The invoices of these orders, and which of them have none. Makes nothing. */
export async function readInvoices(ctx: Context, query: PrintedOrdersQuery): Promise<Invoices> {
  const { orders, total } = await ordersToPrint(ctx, query);
  const orderIds = orders.map(({ id }) => id);
  const made = orders.length === 0 ? [] : await selectInvoices(ctx.db, orderIds);
  const byOrder = new Map(made.map((row) => [row.order_id, row]));
  const refusals = await invoiceRefusals(ctx, orderIds);
  const { size } = await readSetting(ctx, 'paper');
  const billed = orders.map((order) => asBilled(order, byOrder.get(order.id)));
  const report: Invoices = { invoices: [], missing: [], ...(await readCreditNotes(ctx, billed)), total, size };
  for (const order of billed) {
    const row = byOrder.get(order.id);
    if (row) report.invoices.push({ number: row.number, issuedAt: row.issued_at, seller: row.seller, order });
    else report.missing.push({ orderId: order.id, refusal: refusals.get(order.id) ?? null });
  }
  return report;
}

/** The order with the buyer that its invoice names, also after the order's personal data were erased. */
const asBilled = (order: AdminOrder, invoice?: InvoiceRow): AdminOrder => ({
  ...order,
  customerName: invoice?.buyer_name ?? order.customerName,
  customerAddress: invoice?.buyer_address ?? order.customerAddress,
});

const YEAR_MS = 365.25 * 24 * 60 * 60_000;

/** Forgets the buyers of invoices that need not be kept any longer, where their orders' personal data are erased. */
export async function forgetBuyers(ctx: Context): Promise<void> {
  const { invoiceYears } = await readSetting(ctx, 'paper');
  await clearBuyers(ctx.db, new Date(ctx.clock.now().getTime() - invoiceYears * YEAR_MS).toISOString());
}

/** Makes the invoices that paid orders among these lack, each in a transaction of its own; what is not paid stays without. */
export async function makeInvoices(ctx: Context, orderIds: number[]): Promise<Invoices> {
  const { missing } = await readInvoices(ctx, { orders: orderIds });
  const seller = missing.length === 0 ? null : await readSeller(ctx);
  for (const { orderId, refusal } of missing) {
    if (seller === null || refusal !== null) continue;
    try {
      await makeInvoice(ctx, orderId, seller);
    } catch (error) {
      // Deleted or moved meanwhile: the response says what there is now.
      if (!(error instanceof Problem)) throw error;
    }
  }
  return readInvoices(ctx, { orders: orderIds });
}

async function makeInvoice(ctx: Context, orderId: number, seller: Seller): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const { order } = await lockPaidOrder(tx, orderId);
    const refusal = whyNoInvoice(order);
    if (refusal !== null) throw new Problem('state_conflict', refusal);
    // The faster one held the lock on the order.
    if ((await selectInvoices(tx, [orderId])).length > 0) return;
    const now = instantOf(ctx.clock);
    const number = await takeNumber(tx, 'invoices');
    await insertInvoice(tx, {
      number,
      order_id: orderId,
      seller: JSON.stringify(seller),
      total_cents: order.total_cents,
      issued_at: now,
      buyer_name: order.customer_name,
      buyer_address: order.customer_address,
    });
    await addEvents(tx, [{ at: now, actor: 'owner', kind: 'invoice_made', orderId, data: { number } }]);
  });
}
