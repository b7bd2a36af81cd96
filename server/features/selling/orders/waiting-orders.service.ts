/** The orders that wait for their admin, as Today shows them. */

import type { TodayRow } from '#contract/admin/today.ts';
import { formatAmount } from '#contract/money.ts';
import { isMuchHeld } from '#contract/selling/holds.ts';
import { kindLabel } from '#contract/selling/order-kinds.ts';
import type { Context } from '#server/context.ts';
import { heldUntil } from './hold-rules.ts';
import { stepsOf } from './order-steps.ts';
import { type OrderRow, selectLines, selectOrderEvents, selectOrdersOf } from './orders.queries.ts';
import { anHourAgo } from './shield.service.ts';
import { countForSale, countStrangersPieces, selectStrangers } from './strangers.queries.ts';
import { countWaiting, selectWaiting, sumOrders, type WaitingOrders } from './waiting-orders.queries.ts';

const MAX_STRANGERS = 1_000;

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
  fresh: heldUntil,
  onHold: heldUntil,
} as const satisfies Record<WaitingOrders, (order: OrderRow, ctx: Context) => string | null | Promise<string | null>>;

/** How many orders wait in this way, and the first of them. @param endOfDay an instant. */
export async function waitingOrders(ctx: Context, which: WaitingOrders, endOfDay: string, limit: number) {
  const rows: TodayRow[] = [];
  for (const order of await selectWaiting(ctx.db, which, endOfDay, limit)) rows.push(toRow(order, await timeOf[which](order, ctx)));
  return { count: await countWaiting(ctx.db, which, endOfDay), rows };
}

/** Orders placed or paid since the instant, or pending now, as a figure. */
export async function orderFigure({ db }: Pick<Context, 'db'>, which: 'placed' | 'paid' | 'pending', since: string) {
  const { count, cents } = await sumOrders(db, which, since);
  return { count, amount: formatAmount(cents) };
}

const toRow = (order: OrderRow, at: string | null): TodayRow => ({
  id: order.id,
  orderId: order.id,
  specimenId: null,
  title: `Order #${order.id}`,
  orderKind: order.kind,
  detail: order.customer_name || (kindLabel(order) ?? ''),
  amount: formatAmount(order.total_cents),
  at,
});

/** The orders of strangers, the oldest first, where they hold much of the shop. */
export async function strangersOrders(ctx: Context, limit: number): Promise<{ count: number; rows: TodayRow[] }> {
  const { db } = ctx;
  const since = anHourAgo(ctx);
  const held = await countStrangersPieces(db, since);
  if (!isMuchHeld(held.all, await countForSale(db))) return { count: 0, rows: [] };
  const found = (await selectStrangers(db, since, MAX_STRANGERS)).map(({ id }) => id).toReversed();
  const orders = await selectOrdersOf(db, found.slice(0, limit));
  const rows = orders.toSorted((a, b) => a.id - b.id).map((order) => toRow(order, heldUntil(order)));
  return { count: found.length, rows };
}

/** What the rows of orders show of their pieces, by the orders' ids. */
export async function stonesOf({ db }: Pick<Context, 'db'>, ids: number[]): Promise<Map<number, Pick<TodayRow, 'stone' | 'thumbnail'>>> {
  const lines = Map.groupBy(ids.length === 0 ? [] : await selectLines(db, ids), (line) => line.order_id);
  return new Map(
    [...lines].map(([id, all]) => {
      const [first] = all;
      const stone = `${first?.title ?? ''}${all.length > 1 ? ` and ${all.length - 1} more` : ''}`;
      const thumbnail = all.find(({ image_url }) => image_url !== '')?.image_url;
      return [id, { stone, ...(thumbnail !== undefined && { thumbnail }) }];
    }),
  );
}
