/** What a day at a show has brought, by kind of payment, and holds that are let go there. */
import { calendarOf } from '#contract/calendar.ts';
import type { ShowTakings } from '#contract/extras/show/show.ts';
import { formatAmount } from '#contract/money.ts';
import { Problem } from '#contract/problems.ts';
import { secretPath } from '#contract/selling/order-key.ts';
import { type MoneyMethod, methodIn, moneyMethods } from '#contract/selling/order-money.ts';
import { orderStatusTable } from '#contract/selling/order-statuses.ts';
import type { Context } from '#server/context.ts';
import { readSetting } from '#server/features/admin/settings/settings.service.ts';
import { changeOrderStatus } from '#server/features/selling/orders/orders.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import { selectLinesAndMoney, selectMoved } from './show.queries.ts';

/** More than anybody sells in a day. */
const MAX_MOVES = 2_000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** @param day in the shop's time zone; none: today. */
export async function readTakings(ctx: Context, day?: string): Promise<ShowTakings> {
  const { dayOf, middleOf } = calendarOf((await readSetting(ctx, 'general')).timeZone);
  const asOf = instantOf(ctx.clock);
  const wanted = day ?? dayOf(asOf);
  const middle = Date.parse(middleOf(wanted));
  const around = (ms: number) => new Date(middle + ms).toISOString();
  const rows = (await selectMoved(ctx.db, around(-DAY_MS), around(DAY_MS), MAX_MOVES)).filter(({ at }) => dayOf(at) === wanted);
  const { lines, money } = await selectLinesAndMoney(ctx.db, [...new Set(rows.map(({ id }) => id))]);
  const linesOf = Map.groupBy(lines, ({ order_id }) => order_id);
  const moneyOf = Map.groupBy(money, ({ order_id }) => order_id);
  const sum = (found: readonly { kind: string; amount_cents: number }[], kind: string) =>
    found.reduce((cents, row) => cents + (row.kind === kind ? row.amount_cents : 0), 0);
  const sums = (found: typeof rows) => ({ received: formatAmount(sum(found, 'payment')), refunded: formatAmount(sum(found, 'refund')) });
  const ways = Map.groupBy(rows, wayOf);
  return {
    day: wanted,
    asOf,
    ...sums(rows),
    ways: ([...moneyMethods, ''] as const).flatMap((method) => {
      const found = ways.get(method);
      return found ? [{ method, ...sums(found) }] : [];
    }),
    moves: rows.map((row) => ({
      orderId: row.id,
      kind: row.kind === 'refund' ? 'refund' : 'payment',
      at: row.at,
      amount: formatAmount(row.amount_cents),
      method: wayOf(row),
      customerName: row.customer_name,
      customerEmail: row.customer_email,
      status: row.status,
      secretPath: secretPath(row.id, row.access_key),
      lines: (linesOf.get(row.id) ?? []).map(({ specimen_id, title, quantity, price_cents }) => ({
        specimenId: specimen_id,
        title,
        quantity,
        price: formatAmount(price_cents),
      })),
      receivedAmount: formatAmount(sum(moneyOf.get(row.id) ?? [], 'payment') - sum(moneyOf.get(row.id) ?? [], 'refund')),
    })),
  };
}

/** The kind of payment: as it was noted, else the first that the admin's own words name; empty where nobody said. */
const wayOf = ({ method, paid_how }: { method: string | null; paid_how: string | null }): MoneyMethod | '' =>
  methodIn(method ?? paid_how ?? '') ?? '';

/** Lets go what is on hold by hand; what has ended already stays ended. @throws Problem not_found; state_conflict for anything else. */
export async function releaseHold(ctx: Context, orderId: number): Promise<void> {
  await changeOrderStatus(ctx, orderId, 'cancelled', async (_tx, order) => {
    const { claim, label } = orderStatusTable[order.status];
    if (order.kind !== 'elsewhere' || claim === 'taken')
      throw new Problem('state_conflict', `Order #${orderId} is ${label.toLowerCase()}: nothing of it is on hold by hand.`);
    return order;
  });
}
