/** Money that goes back to a buyer. The shop moves none: it notes what the admin has sent. */
import { formatAmount, formatDollars } from '#contract/money.ts';
import { Problem } from '#contract/problems.ts';
import type { MoneyMethod } from '#contract/selling/order-money.ts';
import { orderStatusTable } from '#contract/selling/order-statuses.ts';
import type { OrderDetail, PaidCancellation, RefundInput } from '#contract/selling/orders.ts';
import type { Context } from '#server/context.ts';
import { addEvents } from '#server/features/admin/events/events.service.ts';
import { readSettings } from '#server/features/admin/settings/settings.service.ts';
import { changedStock } from '#server/features/catalogue/specimens/cache-tags.ts';
import { setAside } from '#server/features/catalogue/specimens/stock/stock.service.ts';
import { stockFollower } from '#server/features/catalogue/specimens/stock/stock-followers.service.ts';
import type { ToldRefund } from '#server/features/messages/mail/mail.service.ts';
import { makeOnce } from '#server/features/selling/idempotency/idempotency.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { readDetail } from './admin-orders.service.ts';
import { centsAboveNone, centsOf, noSuchLine } from './amounts.ts';
import { keyedOrder } from './keyed-order.ts';
import { type MoneyDays, moneyDays, refundedAt, refuseRefundBeforePayment } from './money-days.ts';
import { insertMoney, selectMoney } from './order-money.queries.ts';
import { receivedOf, surplusOf } from './order-money.ts';
import { type LineRow, type OrderRow, selectEveryLine } from './orders.queries.ts';
import { lockWithLines, mailAbout, moveOrder, specimensOf } from './orders.service.ts';

/**
 * Notes a refund of an order, whole or in part.
 * @throws Problem not_found; invalid_input; state_conflict where it is more than the shop has, or the shop has not what the admin saw.
 */
export async function refundOrder(ctx: Context, id: number, input: RefundInput): Promise<OrderDetail> {
  const settings = await readSettings(ctx);
  const days = moneyDays(ctx, settings);
  await inTransaction(ctx.db, async (tx) => {
    const { order, lines } = await lockWithLines(tx, id);
    const cents = centsAboveNone('amount', input.amount);
    // Also for what was taken out.
    const refund = await noteRefund(tx, order, await selectEveryLine(tx, [id]), { ...input, cents }, days);
    if (input.writesToBuyer) await mailAbout(ctx, tx, ['order_refunded'], order, lines, settings, { refund });
  });
  return readDetail(ctx, id);
}

/**
 * Cancels a paid order with what becomes of its money and its pieces.
 * @param key sent again with the same input, it is done once; null: none was sent.
 * @throws Problem as `refundOrder` does; state_conflict for an order that is not paid; key_reused.
 */
export async function cancelPaidOrder(ctx: Context, id: number, input: PaidCancellation, key: string | null = null): Promise<OrderDetail> {
  const [follow, settings] = await Promise.all([stockFollower(ctx), readSettings(ctx)]);
  const days = moneyDays(ctx, settings);
  const cancel = async (tx: Tx): Promise<number[]> => {
    const { order, lines } = await lockWithLines(tx, id);
    const { claim, label } = orderStatusTable[order.status];
    if (claim !== 'taken') throw new Problem('state_conflict', `Order #${id} is ${label.toLowerCase()}.`);
    const now = instantOf(ctx.clock);
    const cents = centsOf('refundAmount', input.refundAmount);
    const at = input.refundedAt && refundedAt(input.refundedAt, await selectMoney(tx, [id]), now);
    const refund = await noteRefund(tx, order, lines, { ...input, cents, at }, days);
    if (input.pieces === 'aside') {
      await setAside(tx, specimensOf(lines));
      await addEvents(tx, [{ at: now, actor: 'owner', kind: 'pieces_set_aside', orderId: id }]);
    }
    const { moved, specimens } = await moveOrder(tx, order, lines, 'cancelled', { now, actor: 'owner', hold: {} });
    await follow(tx, specimens);
    await mailAbout(ctx, tx, ['order_cancelled'], moved, lines, settings, { refund });
    return specimens;
  };
  const specimens = await inTransaction(ctx.db, async (tx) => {
    const freed: number[] = [];
    await makeOnce(ctx, tx, { key, input: { id, ...input }, ...keyedOrder, isAdmin: true }, async () => {
      freed.push(...(await cancel(tx)));
      return id;
    });
    return freed;
  });
  ctx.invalidateCache(changedStock(specimens));
  return readDetail(ctx, id);
}

type Refund = {
  cents: number;
  method: MoneyMethod;
  receivedAmount: string;
  lineId?: number | undefined;
  on?: string | undefined;
  at?: string | undefined;
};

/** Notes a refund on a locked order; none of 0. @param at when it was given, if that is known better than by its day. */
export async function noteRefund(
  tx: Tx,
  order: OrderRow,
  lines: LineRow[],
  { cents, method, receivedAmount, lineId, on, at: given }: Refund,
  days: MoneyDays,
): Promise<ToldRefund | null> {
  const money = await selectMoney(tx, [order.id]);
  const received = receivedOf(money);
  const has = `You have ${formatDollars(received)} for order #${order.id}`;
  if (formatAmount(received) !== receivedAmount) throw new Problem('state_conflict', `${has} now. Please look again.`);
  if (cents > received) throw new Problem('state_conflict', `${has}. A refund can’t be more.`);
  if (cents === 0) return null;
  const line = lines.find(({ id }) => id === lineId);
  if (lineId !== undefined && !line) throw noSuchLine('lineId');
  const title = line?.title ?? null;
  const at = given ?? days.instantOn(on);
  if (on !== undefined) refuseRefundBeforePayment([...money, { kind: 'refund', at }], days);
  const surplus = Math.min(cents, surplusOf(order, money));
  const row = { order_id: order.id, line_id: line?.id ?? null, amount_cents: cents, surplus_cents: surplus, method, at };
  await insertMoney(tx, { ...row, kind: 'refund' });
  await addEvents(tx, [{ at: days.now, actor: 'owner', kind: 'money_refunded', orderId: order.id, data: { cents, method, title } }]);
  return { amount: formatAmount(cents), method, title };
}
