/** The orders that wait for their admin, as Today shows them. */

import type { TodayRow } from '#contract/admin/today.ts';
import { formatAmount } from '#contract/money.ts';
import { orderKindTable } from '#contract/selling/order-kinds.ts';
import type { Context } from '#server/context.ts';
import { stepsOf } from './order-steps.ts';
import { type OrderRow, selectOrderEvents } from './orders.queries.ts';
import { countWaiting, selectWaiting, type WaitingOrders } from './waiting-orders.queries.ts';

/** Since when an order waits, or until when there is time. */
const timeOf = {
  reported: (order) => order.payment_reported_at,
  unverified: (order) => order.payment_reported_at,
  ended: (order) => order.hold_asked_at,
  ending: (order) => order.hold_ends_at,
  paid: async (order, ctx) => {
    const steps = stepsOf(order, await selectOrderEvents(ctx.db, order.id));
    return steps.find(({ step }) => step === 'paid')?.at ?? order.created_at;
  },
} as const satisfies Record<WaitingOrders, (order: OrderRow, ctx: Context) => string | null | Promise<string | null>>;

/** How many orders wait in this way, and the first of them. @param endOfDay an instant. */
export async function waitingOrders(ctx: Context, which: WaitingOrders, endOfDay: string, limit: number) {
  const rows: TodayRow[] = [];
  for (const order of await selectWaiting(ctx.db, which, endOfDay, limit)) {
    rows.push({
      id: order.id,
      orderId: order.id,
      specimenId: null,
      title: `Order #${order.id}`,
      detail: order.customer_name || (orderKindTable[order.kind].label ?? ''),
      amount: formatAmount(order.total_cents),
      at: await timeOf[which](order, ctx),
    });
  }
  return { count: await countWaiting(ctx.db, which, endOfDay), rows };
}
