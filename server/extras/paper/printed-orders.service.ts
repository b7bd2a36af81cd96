/** Orders as what is printed needs them. */

import { MAX_PRINTED_ORDERS, type PrintedOrdersQuery } from '#contract/extras/paper/printed-orders.ts';
import { formatDollars, parseAmount } from '#contract/money.ts';
import { Problem } from '#contract/problems.ts';
import { orderStatusTable } from '#contract/selling/order-statuses.ts';
import type { AdminOrder } from '#contract/selling/orders.ts';
import type { Context } from '#server/context.ts';
import { listedOrders } from '#server/features/selling/orders/admin-orders.service.ts';
import { erasedText, lockWithLines, ordersOf } from '#server/features/selling/orders/orders.service.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { selectInvoiced } from './invoices.queries.ts';

/** The orders of these ids that there are, in their sequence, or the first ones that the admin's list shows with these filters; and how many there are in all. */
export async function ordersToPrint(
  ctx: Context,
  { orders: ids, ...filters }: PrintedOrdersQuery,
): Promise<{ orders: AdminOrder[]; total: number }> {
  if (!ids) return listedOrders(ctx, filters, MAX_PRINTED_ORDERS);
  const orders = await ordersOf(ctx, ids);
  return { orders: orders.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)), total: orders.length };
}

export const orderToPrint = async (ctx: Context, id: number): Promise<AdminOrder | undefined> =>
  (await ordersToPrint(ctx, { orders: [id] })).orders[0];

/** Why an order has no invoice and no certificates yet; null where it is paid. */
const refusalUnlessPaid = ({ id, status }: Pick<AdminOrder, 'id' | 'status'>): string | null =>
  orderStatusTable[status].claim === 'taken'
    ? null
    : `Order #${id} is ${orderStatusTable[status].label.toLowerCase()}. Invoices and certificates need a paid order.`;

type InvoicedOrder = Awaited<ReturnType<typeof selectInvoiced>>[number];

/** Why these orders can have no invoice, or not yet: it names the buyer, who may have been erased. null where they can. */
export async function invoiceRefusals(ctx: Context, orders: AdminOrder[]): Promise<Map<number, string | null>> {
  const rows = await selectInvoiced(
    ctx.db,
    orders.map(({ id }) => id),
  );
  const due = new Map(orders.map(({ id, dueAmount }) => [id, parseAmount(dueAmount) ?? 0]));
  return new Map(rows.map((row) => [row.id, whyNoInvoice(row) ?? whileDue(row.id, due.get(row.id) ?? 0)]));
}

/** An invoice says that it is paid in full. */
const whileDue = (id: number, due: number): string | null =>
  due === 0 ? null : `${formatDollars(due)} of order #${id} isn’t noted as received. Its invoice says “Paid in full”.`;

export const whyNoInvoice = (order: InvoicedOrder): string | null =>
  order.erased_at === null ? refusalUnlessPaid(order) : erasedText(order.id);

/** Locks an order that is paid. @throws Problem not_found; state_conflict where it is not paid. */
export async function lockPaidOrder(tx: Tx, id: number): ReturnType<typeof lockWithLines> {
  const locked = await lockWithLines(tx, id);
  const refusal = refusalUnlessPaid(locked.order);
  if (refusal !== null) throw new Problem('state_conflict', refusal);
  return locked;
}
