import { formatDollars, parseAmount } from '#core/contract/money.ts';
import { Problem } from '#core/contract/problems.ts';
import { orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import type { AdminOrder } from '#core/contract/selling/orders.ts';
import type { Context } from '#core/server/context.ts';
import { listedOrders } from '#core/server/selling/orders/admin-orders.service.ts';
import { erasedText, lockWithLines, ordersOf } from '#core/server/selling/orders/orders.service.ts';
import {
  MAX_PRINTED_ORDERS,
  type PrintedOrdersQuery,
} from '#features/paper/contract/printed-orders.ts';
import type { Tx } from '#platform/db/db.ts';
import { selectInvoiced } from './invoices.queries.ts';

/** Leaves out unknown ids; without ids, takes the first that the filters show. */
export async function ordersToPrint(
  ctx: Context,
  { orders: ids, ...filters }: PrintedOrdersQuery,
): Promise<{ orders: AdminOrder[]; total: number }> {
  if (!ids) return listedOrders(ctx, filters, MAX_PRINTED_ORDERS);
  const orders = await ordersOf(ctx, ids);
  return {
    orders: orders.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)),
    total: orders.length,
  };
}

export const orderToPrint = async (ctx: Context, id: number): Promise<AdminOrder | undefined> =>
  (await ordersToPrint(ctx, { orders: [id] })).orders[0];

/** Null where the order is paid. */
const refusalUnlessPaid = ({ id, status }: Pick<AdminOrder, 'id' | 'status'>): string | null =>
  orderStatusTable[status].claim === 'taken'
    ? null
    : `Order #${id} is ${orderStatusTable[status].label.toLowerCase()}. Invoices and certificates need a paid order.`;

type InvoicedOrder = Awaited<ReturnType<typeof selectInvoiced>>[number];

/**
 * Why orders can have no invoice, which names the buyer, who may have been erased; null where they
 * can.
 */
export async function invoiceRefusals(
  ctx: Context,
  orders: AdminOrder[],
): Promise<Map<number, string | null>> {
  const rows = await selectInvoiced(
    ctx.db,
    orders.map(({ id }) => id),
  );
  const due = new Map(orders.map(({ id, dueAmount }) => [id, parseAmount(dueAmount) ?? 0]));
  return new Map(
    rows.map((row) => [row.id, whyNoInvoice(row) ?? whileDue(row.id, due.get(row.id) ?? 0)]),
  );
}

/** An invoice says that it is paid in full. */
const whileDue = (id: number, due: number): string | null =>
  due === 0
    ? null
    : `${formatDollars(due)} of order #${id} isn’t noted as received. Its invoice says “Paid in full”.`;

export const whyNoInvoice = (order: InvoicedOrder): string | null =>
  order.erased_at === null ? refusalUnlessPaid(order) : erasedText(order.id);

/** @throws Problem not_found; state_conflict where the order is not paid. */
export async function lockPaidOrder(tx: Tx, id: number): ReturnType<typeof lockWithLines> {
  const locked = await lockWithLines(tx, id);
  const refusal = refusalUnlessPaid(locked.order);
  if (refusal !== null) throw new Problem('state_conflict', refusal);
  return locked;
}
