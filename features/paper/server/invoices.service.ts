/**
 * An invoice keeps its number, contents and seller for good, and its buyer for the years of the
 * setting. The latest of a paid order counts.
 */
import { DAY_MS } from '#core/contract/durations.ts';
import { formatAmount, parseAmount } from '#core/contract/money.ts';
import { Problem } from '#core/contract/problems.ts';
import type { AdminOrder } from '#core/contract/selling/orders.ts';
import { readSetting } from '#core/server/admin/settings/settings.service.ts';
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import type { Invoices, Seller } from '#features/paper/contract/paper.ts';
import type { PrintedOrdersQuery } from '#features/paper/contract/printed-orders.ts';
import { endInvoice, readCreditNotes } from './credit-notes.service.ts';
import {
  clearBuyers,
  type InvoiceRow,
  insertInvoice,
  selectInvoices,
  takeNumber,
} from './invoices.queries.ts';
import {
  invoiceRefusals,
  lockPaidOrder,
  ordersToPrint,
  whyNoInvoice,
} from './printed-orders.service.ts';
import { readSeller } from './slips.service.ts';
import type { InvoiceContents } from './tables.ts';

const NO_ADDRESS =
  'An invoice needs your mailing address. Enter it in Settings, under Paper, then make the invoice.';

export async function readInvoices(ctx: Context, query: PrintedOrdersQuery): Promise<Invoices> {
  const { orders, total } = await ordersToPrint(ctx, query);
  const orderIds = orders.map(({ id }) => id);
  const made = orders.length === 0 ? [] : await selectInvoices(ctx.db, orderIds);
  const byOrder = Map.groupBy(made, (row) => row.order_id);
  const refusals = await invoiceRefusals(ctx, orders);
  const { size, sellerAddress } = await readSetting(ctx, 'paper');
  const billed = new Map<number, AdminOrder>();
  for (const order of orders)
    for (const row of byOrder.get(order.id) ?? []) billed.set(row.number, asBilled(order, row));
  const notes = await readCreditNotes(ctx, orders, (number) => billed.get(number));
  const report: Invoices = { invoices: [], missing: [], outdated: [], ...notes, total, size };
  for (const order of orders) {
    const rows = byOrder.get(order.id) ?? [];
    const refusal = refusals.get(order.id) ?? null;
    for (const { number, issued_at: issuedAt, seller } of rows)
      report.invoices.push({ number, issuedAt, seller, order: billed.get(number) ?? order });
    const latest = rows.at(-1);
    if (!latest)
      report.missing.push({
        orderId: order.id,
        refusal: refusal ?? (sellerAddress.trim() === '' ? NO_ADDRESS : null),
      });
    else if (refusal === null && !fits(latest, order))
      report.outdated.push({ orderId: order.id, number: latest.number });
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

/** Works also after the order's personal data were erased. */
const asBilled = (
  order: AdminOrder,
  { contents, buyer_name, buyer_address, total_cents }: InvoiceRow,
): AdminOrder => ({
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

function fits(
  { contents, buyer_name, buyer_address, total_cents }: InvoiceRow,
  order: AdminOrder,
): boolean {
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

const YEAR_MS = 365.25 * DAY_MS;

/** Keeps buyers whose orders' personal data are not erased. */
export const forgetBuyers = (ctx: Context): Promise<void> =>
  perform(ctx, 'system', async ({ tx, now, settings }) => {
    const { invoiceYears } = (await settings()).paper;
    await clearBuyers(tx, new Date(Date.parse(now) - invoiceYears * YEAR_MS).toISOString());
  });

/** Each has its own transaction; an unpaid order stays without. */
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

/** Each order has a transaction of its own. */
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

/** @param ending the number of the invoice that it replaces; null: the order has none. */
const makeInvoice = (
  ctx: Context,
  orderId: number,
  seller: Seller,
  ending: number | null = null,
): Promise<void> =>
  perform(ctx, 'owner', async (act) => {
    const { tx, now } = act;
    const { order, lines } = await lockPaidOrder(tx, orderId);
    const refusal = whyNoInvoice(order);
    if (refusal !== null) throw new Problem('state_conflict', refusal);
    // The faster one held the lock on the order.
    const latest = (await selectInvoices(tx, [orderId])).at(-1);
    if ((latest?.number ?? null) !== ending) return;
    if (latest) await endInvoice(act, latest, orderId, seller);
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
    await act.record({ kind: 'invoice_made', orderId, data: { number } });
  });
