/** Orders as what is printed needs them. */

import { Problem } from '#contract/problems.ts';
import { orderStatusTable } from '#contract/selling/order-statuses.ts';
import type { AdminOrder } from '#contract/selling/orders.ts';
import { MAX_PRINTED_ORDERS, type PrintedOrdersQuery } from '#contract/selling/printed-orders.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { listedOrders } from './admin-orders.service.ts';
import { type LineRow, lockOrder, type OrderRow, selectLines, selectOrdersOf } from './orders.queries.ts';
import { erasedText, notFound, withLines } from './orders.service.ts';

/** The orders of these ids that there are, in their sequence, or the first ones that the admin's list shows with these filters; and how many there are in all. */
export async function ordersToPrint(
  ctx: Context,
  { orders: ids, ...filters }: PrintedOrdersQuery,
): Promise<{ orders: AdminOrder[]; total: number }> {
  if (!ids) return listedOrders(ctx, filters, MAX_PRINTED_ORDERS);
  const orders = ids.length === 0 ? [] : await withLines(ctx, await selectOrdersOf(ctx.db, ids));
  return { orders: orders.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)), total: orders.length };
}

export const orderToPrint = async (ctx: Context, id: number): Promise<AdminOrder | undefined> =>
  (await ordersToPrint(ctx, { orders: [id] })).orders[0];

/** Why an order has no invoice and no certificates yet; null where it is paid. */
const refusalUnlessPaid = ({ id, status }: Pick<AdminOrder, 'id' | 'status'>): string | null =>
  orderStatusTable[status].claim === 'taken'
    ? null
    : `Order #${id} is ${orderStatusTable[status].label.toLowerCase()}. Invoices and certificates need a paid order.`;

/** Why these orders can have no invoice, or not yet: it names the buyer, who may have been erased. null where they can. */
export async function invoiceRefusals(ctx: Context, ids: number[]): Promise<Map<number, string | null>> {
  const rows = ids.length === 0 ? [] : await selectOrdersOf(ctx.db, ids);
  return new Map(rows.map((row) => [row.id, whyNoInvoice(row)]));
}

export const whyNoInvoice = (order: OrderRow): string | null =>
  order.erased_at === null ? refusalUnlessPaid(order) : erasedText(order.id);

/** Locks an order that is paid. @throws Problem not_found; state_conflict where it is not paid. */
export async function lockPaidOrder(tx: Tx, id: number): Promise<{ order: OrderRow; lines: LineRow[] }> {
  const order = await lockOrder(tx, id);
  if (!order) throw notFound();
  const refusal = refusalUnlessPaid(order);
  if (refusal !== null) throw new Problem('state_conflict', refusal);
  return { order, lines: await selectLines(tx, [id]) };
}
