import { calendarOf } from '#core/contract/calendar.ts';
import { DAY_MS } from '#core/contract/durations.ts';
import { formatAmount } from '#core/contract/money.ts';
import { Problem } from '#core/contract/problems.ts';
import { secretPath } from '#core/contract/selling/order-key.ts';
import { type MoneyMethod, methodIn, moneyMethods } from '#core/contract/selling/order-money.ts';
import { orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import { readSetting } from '#core/server/admin/settings/settings.service.ts';
import type { Context } from '#core/server/context.ts';
import { changeOrderStatus } from '#core/server/selling/orders/orders.service.ts';
import type { ShowTakings } from '#features/show/contract/show.ts';
import { instantOf } from '#platform/clock.ts';
import { selectLinesAndMoney, selectMoved } from './show.queries.ts';

/** More than anybody sells in a day. */
const MAX_MOVES = 2_000;

/** @param day in the shop's time zone; none: today. */
export async function readTakings(ctx: Context, day?: string): Promise<ShowTakings> {
  const { dayOf, middleOf } = calendarOf((await readSetting(ctx, 'general')).timeZone);
  const asOf = instantOf(ctx.clock);
  const wanted = day ?? dayOf(asOf);
  const middle = Date.parse(middleOf(wanted));
  const around = (ms: number) => new Date(middle + ms).toISOString();
  const rows = (await selectMoved(ctx.db, around(-DAY_MS), around(DAY_MS), MAX_MOVES)).filter(
    ({ at }) => dayOf(at) === wanted,
  );
  const { lines, money } = await selectLinesAndMoney(ctx.db, [
    ...new Set(rows.map(({ id }) => id)),
  ]);
  const linesOf = Map.groupBy(lines, ({ order_id }) => order_id);
  const moneyOf = Map.groupBy(money, ({ order_id }) => order_id);
  const sum = (found: readonly { kind: string; amount_cents: number }[], kind: string) =>
    found.reduce((cents, row) => cents + (row.kind === kind ? row.amount_cents : 0), 0);
  const sums = (found: typeof rows) => ({
    received: formatAmount(sum(found, 'payment')),
    refunded: formatAmount(sum(found, 'refund')),
  });
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
      receivedAmount: formatAmount(
        sum(moneyOf.get(row.id) ?? [], 'payment') - sum(moneyOf.get(row.id) ?? [], 'refund'),
      ),
    })),
  };
}

/** The noted kind, else the first that the admin's words name; empty where nobody said. */
const wayOf = ({
  method,
  paid_how,
}: {
  method: string | null;
  paid_how: string | null;
}): MoneyMethod | '' => methodIn(method ?? paid_how ?? '') ?? '';

/**
 * What has ended already stays ended.
 * @throws Problem not_found; state_conflict for what is no hold by hand.
 */
export async function releaseHold(ctx: Context, orderId: number): Promise<void> {
  await changeOrderStatus(ctx, orderId, 'cancelled', async (_act, order) => {
    const { claim, label } = orderStatusTable[order.status];
    if (order.kind !== 'elsewhere' || claim === 'taken')
      throw new Problem(
        'state_conflict',
        `Order #${orderId} is ${label.toLowerCase()}: nothing of it is on hold by hand.`,
      );
    return order;
  });
}
