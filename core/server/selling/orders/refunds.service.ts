/** The shop moves no money: it notes what the admin has sent. */
import { formatAmount, formatDollars } from '#core/contract/money.ts';
import { Problem } from '#core/contract/problems.ts';
import type { PaidCancellation, RefundInput } from '#core/contract/selling/order-edits.ts';
import { type MoneyMethod, methodIn } from '#core/contract/selling/order-money.ts';
import { hasEnded } from '#core/contract/selling/order-statuses.ts';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import type { Act } from '#core/server/act.ts';
import { setAside } from '#core/server/catalogue/specimens/stock/stock.service.ts';
import type { Context } from '#core/server/context.ts';
import type { ToldRefund } from '#core/server/messages/mail/mail.service.ts';
import { perform } from '#core/server/perform.ts';
import { makeOnce } from '#core/server/selling/idempotency/idempotency.service.ts';
import type { Db } from '#platform/db/db.ts';
import { centsAboveNone, centsOf, noSuchLine } from './amounts.ts';
import { daysOf, refundedAt, refuseRefundBeforePayment } from './money-days.ts';
import { actOnOrder, readDetail } from './order-detail.service.ts';
import { beforeStep } from './order-followers.ts';
import { insertMoney, selectMoney, updateWrittenOff } from './order-money.queries.ts';
import { receivedOf, surplusIn, surplusOf } from './order-money.ts';
import { keyedOrder, type LineRow, type OrderRow, selectEveryLine } from './orders.queries.ts';
import { inState, lockWithLines, mailAbout, moveOrder, specimensOf } from './orders.service.ts';

/**
 * @throws Problem not_found; invalid_input; state_conflict where it is more than the shop has, or
 * the shop has not what the admin saw.
 */
export const refundOrder = (ctx: Context, id: number, input: RefundInput): Promise<OrderDetail> =>
  actOnOrder(ctx, id, async (act, order, lines) => {
    const cents = centsAboveNone('amount', input.amount);
    await beforeStep(act, order);
    // Also for what was taken out.
    const every = await selectEveryLine(act.tx, [id]);
    const refund = await noteRefund(act, order, every, { ...input, cents });
    const told = { refund, words: input.words };
    if (input.writesToBuyer) await mailAbout(act, ['order_refunded'], order, lines, told);
  });

/**
 * @param key with the same input, it is done once; null: none was sent. @throws Problem as
 * `refundOrder` does; state_conflict for an order that has ended; key_reused.
 */
export async function cancelOrder(
  ctx: Context,
  id: number,
  input: PaidCancellation,
  key: string | null = null,
): Promise<OrderDetail> {
  const cancel = async (act: Act): Promise<void> => {
    const { tx, now } = act;
    const { order, lines } = await lockWithLines(tx, id);
    if (hasEnded(order.status)) throw inState(order);
    await beforeStep(act, order);
    const cents = centsOf('refundAmount', input.refundAmount);
    const at = input.refundedAt && refundedAt(input.refundedAt, await selectMoney(tx, [id]), now);
    const refund = await noteRefund(act, order, lines, { ...input, cents, at });
    if (input.pieces === 'aside') {
      await setAside(tx, specimensOf(lines));
      await act.record({ kind: 'pieces_set_aside', orderId: id });
    }
    const moved = await moveOrder(act, order, lines, 'cancelled');
    await mailAbout(act, ['order_cancelled'], moved, lines, { refund, words: input.words });
  };
  const keyed = { key, input: { id, ...input }, ...keyedOrder, isAdmin: true };
  await perform(ctx, 'owner', (act) =>
    makeOnce(act, keyed, async () => {
      await cancel(act);
      return id;
    }),
  );
  return readDetail(ctx, id);
}

/**
 * Notes the money as refunded the way it came, and frees the pieces. @param how `recordedAt`: when
 * a device recorded what it sends later. @throws Problem state_conflict where the shop has not what
 * the admin saw.
 */
export async function undoPaid(
  act: Act,
  order: OrderRow,
  lines: LineRow[],
  { recordedAt, receivedAmount }: { recordedAt: string | undefined; receivedAmount: string },
): Promise<void> {
  const money = await selectMoney(act.tx, [order.id]);
  const paidBy = money.findLast(({ kind }) => kind === 'payment')?.method ?? order.paid_how ?? '';
  await noteRefund(act, order, lines, {
    cents: receivedOf(money),
    method: methodIn(paidBy) ?? 'Other',
    receivedAmount,
    at: refundedAt(recordedAt, money, act.now),
  });
  await moveOrder(act, order, lines, 'cancelled');
}

/** Cents beyond another total. */
export const surplusAt = async (db: Db, order: OrderRow, total: number): Promise<number> =>
  surplusOf({ ...order, total_cents: total }, await selectMoney(db, [order.id]));

/** @returns what exceeded the total, in cents. */
export async function refundSurplus(
  act: Act,
  order: OrderRow,
  lines: LineRow[],
  method: MoneyMethod,
): Promise<number> {
  const money = await selectMoney(act.tx, [order.id]);
  const cents = surplusOf(order, money);
  const receivedAmount = formatAmount(receivedOf(money));
  await noteRefund(act, order, lines, { cents, method, receivedAmount });
  return cents;
}

type Refund = {
  cents: number;
  method: MoneyMethod;
  receivedAmount: string;
  lineId?: number | undefined;
  on?: string | undefined;
  at?: string | undefined;
};

/** Expects a locked order; notes none of 0. @param at if known better than by its day. */
async function noteRefund(
  act: Act,
  order: OrderRow,
  lines: LineRow[],
  { cents, method, receivedAmount, lineId, on, at: given }: Refund,
): Promise<ToldRefund | null> {
  const { tx } = act;
  const money = await selectMoney(tx, [order.id]);
  const received = receivedOf(money);
  const has = `You have ${formatDollars(received)} for order #${order.id}`;
  if (formatAmount(received) !== receivedAmount)
    throw new Problem('state_conflict', `${has} now. Please look again.`);
  if (cents > received) throw new Problem('state_conflict', `${has}. A refund can’t be more.`);
  if (cents === 0) return null;
  const line = lines.find(({ id }) => id === lineId);
  if (lineId !== undefined && !line) throw noSuchLine('lineId');
  const title = line?.title ?? null;
  const days = await daysOf(act);
  const at = given ?? days.instantOn(on);
  if (on !== undefined) refuseRefundBeforePayment([...money, { kind: 'refund', at }], days);
  const surplus = surplusIn(order, money, cents);
  const ofGift = Math.min(surplus - surplusOf(order, money), -order.written_off_cents);
  if (ofGift > 0) await updateWrittenOff(tx, order.id, order.written_off_cents + ofGift);
  const row = {
    order_id: order.id,
    line_id: line?.id ?? null,
    amount_cents: cents,
    surplus_cents: surplus,
    method,
    at,
  };
  await insertMoney(tx, { ...row, kind: 'refund' });
  await act.record({
    kind: 'money_refunded',
    orderId: order.id,
    data: { cents, method, title },
  });
  return { amount: formatAmount(cents), method, title };
}
