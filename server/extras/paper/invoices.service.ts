/** Invoices: each keeps its number, what it bills and its seller for good, and its buyer for the years of the setting. Of a paid order the latest counts. */
import type { Invoices, Seller } from '#contract/extras/paper/paper.ts';
import type { PrintedOrdersQuery } from '#contract/extras/paper/printed-orders.ts';
import { formatAmount, parseAmount } from '#contract/money.ts';
import { Problem } from '#contract/problems.ts';
import type { AdminOrder } from '#contract/selling/orders.ts';
import type { Context } from '#server/context.ts';
import { addEvents } from '#server/features/admin/events/events.service.ts';
import { readSetting } from '#server/features/admin/settings/settings.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { endInvoice, readCreditNotes } from './credit-notes.service.ts';
import { clearBuyers, type InvoiceRow, insertInvoice, selectInvoices, takeNumber } from './invoices.queries.ts';
import { invoiceRefusals, lockPaidOrder, ordersToPrint, whyNoInvoice } from './printed-orders.service.ts';
import { readSeller } from './slips.service.ts';
import type { InvoiceContents } from './tables.ts';

/** The invoices of these orders, which of them have none, and whose no longer fits. Makes nothing. */
export async function readInvoices(ctx: Context, query: PrintedOrdersQuery): Promise<Invoices> {
  const { orders, total } = await ordersToPrint(ctx, query);
  const orderIds = orders.map(({ id }) => id);
  const made = orders.length === 0 ? [] : await selectInvoices(ctx.db, orderIds);
  const byOrder = Map.groupBy(made, (row) => row.order_id);
  const refusals = await invoiceRefusals(ctx, orders);
  const { size } = await readSetting(ctx, 'paper');
  const billed = new Map<number, AdminOrder>();
  for (const order of orders) for (const row of byOrder.get(order.id) ?? []) billed.set(row.number, asBilled(order, row));
  const notes = await readCreditNotes(ctx, orders, (number) => billed.get(number));
  const report: Invoices = { invoices: [], missing: [], outdated: [], ...notes, total, size };
  for (const order of orders) {
    const rows = byOrder.get(order.id) ?? [];
    const refusal = refusals.get(order.id) ?? null;
    for (const { number, issued_at: issuedAt, seller } of rows)
      report.invoices.push({ number, issuedAt, seller, order: billed.get(number) ?? order });
    const latest = rows.at(-1);
    if (!latest) report.missing.push({ orderId: order.id, refusal });
    else if (refusal === null && !fits(latest, order)) report.outdated.push({ orderId: order.id, number: latest.number });
  }
  return report;
}

const centsIn = (amount: string) => parseAmount(amount) ?? 0;

const contentsOf = ({ subtotalAmount, shippingAmount, lines }: AdminOrder): InvoiceContents => ({
  subtotal: centsIn(subtotalAmount),
  shipping: centsIn(shippingAmount),
  lines: lines.map(({ id, specimenId, title, price, shippingPrice, quantity }) => ({
    id,
    specimenId,
    title,
    quantity,
    price: centsIn(price),
    shipping: centsIn(shippingPrice),
  })),
});

/** The order as an invoice of it bills it: with its buyer, also after the order's personal data were erased, and its lines and amounts. */
const asBilled = (order: AdminOrder, { contents, buyer_name, buyer_address, total_cents }: InvoiceRow): AdminOrder => ({
  ...order,
  customerName: buyer_name ?? order.customerName,
  customerAddress: buyer_address ?? order.customerAddress,
  totalAmount: formatAmount(total_cents),
  ...(contents && {
    subtotalAmount: formatAmount(contents.subtotal),
    shippingAmount: formatAmount(contents.shipping),
    lines: contents.lines.map(({ price, shipping, quantity, ...line }) => ({
      ...line,
      quantity,
      price: formatAmount(price),
      shippingPrice: formatAmount(shipping),
      lineTotal: formatAmount(price * quantity),
      imageUrl: '',
    })),
  }),
});

/** Whether an invoice says what its order is now. */
function fits({ contents, buyer_name, buyer_address, total_cents }: InvoiceRow, order: AdminOrder): boolean {
  const now = contentsOf(order);
  const isSame = (contents ?? { lines: [] }).lines.every((line, index) => {
    const other = now.lines[index];
    return line.id === other?.id && line.price === other.price && line.quantity === other.quantity;
  });
  return (
    isSame &&
    (contents?.lines.length ?? 0) === now.lines.length &&
    (contents?.shipping ?? now.shipping) === now.shipping &&
    total_cents === centsIn(order.totalAmount) &&
    (buyer_name ?? order.customerName) === order.customerName &&
    (buyer_address ?? order.customerAddress) === order.customerAddress
  );
}

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

/** Ends invoices that no longer fit their orders by credit notes, and makes new ones; each order in a transaction of its own. */
export async function correctInvoices(ctx: Context, orderIds: number[]): Promise<Invoices> {
  const { outdated } = await readInvoices(ctx, { orders: orderIds });
  const seller = outdated.length === 0 ? null : await readSeller(ctx);
  for (const { orderId, number } of outdated) {
    if (seller === null) continue;
    try {
      await makeInvoice(ctx, orderId, seller, number);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  }
  return readInvoices(ctx, { orders: orderIds });
}

/** @param ending the number of the invoice that it stands in for; null: the order has none. */
async function makeInvoice(ctx: Context, orderId: number, seller: Seller, ending: number | null = null): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const { order, lines } = await lockPaidOrder(tx, orderId);
    const refusal = whyNoInvoice(order);
    if (refusal !== null) throw new Problem('state_conflict', refusal);
    // The faster one held the lock on the order.
    const latest = (await selectInvoices(tx, [orderId])).at(-1);
    if ((latest?.number ?? null) !== ending) return;
    const now = instantOf(ctx.clock);
    if (latest) await endInvoice(tx, latest, orderId, seller, now);
    const number = await takeNumber(tx, 'invoices');
    await insertInvoice(tx, {
      number,
      order_id: orderId,
      seller: JSON.stringify(seller),
      contents: JSON.stringify({
        subtotal: order.subtotal_cents,
        shipping: order.shipping_cents,
        lines: lines.map((line) => ({
          id: line.id,
          specimenId: line.specimen_id,
          title: line.title,
          quantity: line.quantity,
          price: line.price_cents,
          shipping: line.shipping_cents,
        })),
      } satisfies InvoiceContents),
      total_cents: order.total_cents,
      issued_at: now,
      buyer_name: order.customer_name,
      buyer_address: order.customer_address,
    });
    await addEvents(tx, [{ at: now, actor: 'owner', kind: 'invoice_made', orderId, data: { number } }]);
  });
}
