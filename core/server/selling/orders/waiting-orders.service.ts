import type { TodayRow } from '#core/contract/admin/today-rows.ts';
import { formatAmount } from '#core/contract/money.ts';
import { isMuchHeld } from '#core/contract/selling/holds.ts';
import { kindLabel } from '#core/contract/selling/order-kinds.ts';
import { hasEnded } from '#core/contract/selling/order-statuses.ts';
import type { Context } from '#core/server/context.ts';
import { heldUntil } from './hold-rules.ts';
import { type MoneyRow, selectMoney } from './order-money.queries.ts';
import { dueOf, REFUND_DUE, receivedOf, surplusOf } from './order-money.ts';
import { stepsOf } from './order-steps.ts';
import { type OrderRow, selectLines, selectOrderEvents, selectOrdersOf } from './orders.queries.ts';
import { selectLatestProposal } from './proposals.queries.ts';
import { anHourAgo } from './shield.service.ts';
import { countForSale, countStrangersPieces, selectStrangers } from './strangers.queries.ts';
import {
  countWaiting,
  selectWaiting,
  sumOrders,
  type WaitingOrders,
} from './waiting-orders.queries.ts';

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
  toRefund: async (order, ctx) => {
    const events = await selectOrderEvents(ctx.db, order.id);
    return events.findLast(({ kind }) => kind === REFUND_DUE)?.created_at ?? null;
  },
  due: (order) => order.created_at,
  asked: async ({ id }, { db }) => (await selectLatestProposal(db, id))?.made_at ?? null,
  lapsed: (order) => order.hold_ends_at,
  fresh: heldUntil,
  onHold: heldUntil,
} as const satisfies Record<
  WaitingOrders,
  (order: OrderRow, ctx: Context) => string | null | Promise<string | null>
>;

/** Where it is not the total. */
const amounts: Partial<Record<WaitingOrders, (order: OrderRow, money: MoneyRow[]) => number>> = {
  due: dueOf,
  toRefund: (order, money) =>
    hasEnded(order.status) ? receivedOf(money) : surplusOf(order, money),
};

/** @param endOfDay an instant. */
export async function waitingOrders(
  ctx: Context,
  which: WaitingOrders,
  endOfDay: string,
  limit: number,
) {
  const rows: TodayRow[] = [];
  for (const order of await selectWaiting(ctx.db, which, endOfDay, limit)) {
    const row = toRow(order, await timeOf[which](order, ctx));
    const amountOf = amounts[which];
    const money = amountOf ? await selectMoney(ctx.db, [order.id]) : [];
    rows.push(amountOf ? { ...row, amount: formatAmount(amountOf(order, money)) } : row);
  }
  return { count: await countWaiting(ctx.db, which, endOfDay), rows };
}

/** Pending orders count from any time. */
export async function orderFigure(
  { db }: Pick<Context, 'db'>,
  which: 'placed' | 'paid' | 'pending',
  since: string,
) {
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

/** Returns none where strangers hold little. */
export async function strangersOrders(
  ctx: Context,
  limit: number,
): Promise<{ count: number; rows: TodayRow[] }> {
  const { db } = ctx;
  const since = anHourAgo(ctx);
  const held = await countStrangersPieces(db, since);
  if (!isMuchHeld(held.all, await countForSale(db))) return { count: 0, rows: [] };
  const found = (await selectStrangers(db, since, MAX_STRANGERS)).map(({ id }) => id).toReversed();
  const orders = await selectOrdersOf(db, found.slice(0, limit));
  const rows = orders
    .toSorted((a, b) => a.id - b.id)
    .map((order) => toRow(order, heldUntil(order)));
  return { count: found.length, rows };
}

export async function stonesOf(
  { db }: Pick<Context, 'db'>,
  ids: number[],
): Promise<Map<number, Pick<TodayRow, 'stone' | 'thumbnail'>>> {
  const lines = Map.groupBy(
    ids.length === 0 ? [] : await selectLines(db, ids),
    (line) => line.order_id,
  );
  return new Map(
    [...lines].map(([id, all]) => {
      const [first] = all;
      const stone = `${first?.title ?? ''}${all.length > 1 ? ` and ${all.length - 1} more` : ''}`;
      const thumbnail = all.find(({ image_url }) => image_url !== '')?.image_url;
      return [id, { stone, ...(thumbnail !== undefined && { thumbnail }) }];
    }),
  );
}
