import { formatAmount, formatDollars } from '#core/contract/money.ts';
import { Problem } from '#core/contract/problems.ts';
import type { MoneyCorrection, PaymentInput } from '#core/contract/selling/order-edits.ts';
import { hasEnded, orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import type { Act } from '#core/server/act.ts';
import type { Context } from '#core/server/context.ts';
import { centsAboveNone, centsOrNone } from './amounts.ts';
import { newHold } from './hold-rules.ts';
import { updateHold } from './holds.queries.ts';
import { daysOf, type MoneyDays, refuseRefundBeforePayment } from './money-days.ts';
import { actOnOrder } from './order-detail.service.ts';
import { beforeMoneyChange, beforeStep } from './order-followers.ts';
import {
  deleteMoneyRow,
  insertMoney,
  type MoneyRow,
  selectMoney,
  updateMoney,
  updatePaidAt,
  updateWrittenOff,
} from './order-money.queries.ts';
import { CHANGED, type NotedPayment, REFUND_DUE, receivedOf, surplusIn } from './order-money.ts';
import { type LineRow, lockOrder, type OrderRow, proveEmail } from './orders.queries.ts';
import { holdAgain, inState, mailAbout, notFound } from './orders.service.ts';
import { moveUsed } from './payments.queries.ts';
import { readPayment, receive, refuseFee, writeOff } from './received.ts';

/**
 * Money counts in whatever state the order is. A pending one is held on until the admin decides.
 * @throws Problem not_found; invalid_input; state_conflict where the shop has not what the admin
 * saw.
 */
export async function notePayment(
  ctx: Context,
  id: number,
  input: PaymentInput,
): Promise<OrderDetail> {
  const cents = centsAboveNone('amount', input.amount);
  return change(ctx, id, async (act, { order, lines, money }) => {
    refuseUnseen(id, money, input.receivedAmount);
    await beforeStep(act, order);
    await noteReceived(act, order, cents, { ...(await readPayment(act, input)), origin: 'typed' });
    if (input.writesToBuyer) await mailPayment(act, order, lines, cents);
  });
}

/**
 * What came is the whole payment: the rest is not asked, and a surplus stays.
 * @throws Problem not_found; state_conflict where the shop has not what the admin saw, and for an
 * order that is not paid or sent.
 */
export const settleOrder = (
  ctx: Context,
  id: number,
  receivedAmount: string,
): Promise<OrderDetail> =>
  change(ctx, id, async (act, { order, money }) => {
    refuseUnseen(id, money, receivedAmount);
    if (orderStatusTable[order.status].claim !== 'taken') throw inState(order);
    await writeOff(act, order, money);
  });

/** @throws Problem state_conflict where the shop has not what the admin saw. */
function refuseUnseen(id: number, money: MoneyRow[], receivedAmount: string): void {
  const received = receivedOf(money);
  if (formatAmount(received) !== receivedAmount)
    throw new Problem(
      'state_conflict',
      `You have ${formatDollars(received)} for order #${id} now. Please look again.`,
    );
}

/** Expects a locked order. */
export async function noteReceived(
  act: Act,
  order: OrderRow,
  cents: number,
  payment: NotedPayment,
): Promise<void> {
  await receive(act, order.id, cents, payment);
  await afterReceipt(act, order, cents);
}

/** No clock ends a hold that was paid for in part, and what comes after all is not written off. */
async function afterReceipt(act: Act, order: OrderRow, cents: number): Promise<void> {
  const { tx, now } = act;
  const { id, status, written_off_cents: writtenOff } = order;
  if (writtenOff > 0) await updateWrittenOff(tx, id, Math.max(0, writtenOff - cents));
  if (status === 'pending') {
    await proveEmail(tx, id, now);
    await updateHold(tx, id, newHold(new Date(now), 0));
  }
  if (hasEnded(status)) await act.record({ kind: REFUND_DUE, orderId: id, data: { cents } });
}

/** A hold for which nothing came after all has an end again. */
async function afterRemoval(act: Act, order: OrderRow): Promise<void> {
  if (order.status !== 'pending' || receivedOf(await selectMoney(act.tx, [order.id])) > 0) return;
  await updateHold(act.tx, order.id, await holdAgain(act, order));
}

export const mailPayment = (
  act: Act,
  order: OrderRow,
  lines: LineRow[],
  cents: number,
): Promise<void> =>
  mailAbout(act, ['order_payment'], order, lines, { payment: formatAmount(cents) });

/**
 * @throws Problem not_found; invalid_input for an amount, a day or a fee that cannot be;
 * state_conflict for what has no fee, or leaves less than was refunded.
 */
export const correctMoney = (
  ctx: Context,
  id: number,
  moneyId: number,
  { fee, amount, orderId, ...edit }: MoneyCorrection,
): Promise<OrderDetail> =>
  change(ctx, id, async (act, { order, money, days }) => {
    const { tx } = act;
    const row = find(money, moneyId);
    const feeRow = money.find(({ payment_id }) => payment_id === moneyId);
    if (row.kind !== 'payment' && (fee !== undefined || orderId !== undefined))
      throw new Problem('state_conflict', 'Only a payment has a fee, or belongs elsewhere.');
    const before = {
      cents: row.amount_cents,
      method: row.method,
      on: days.dayOf(row.at),
      payer: row.payer,
      note: row.note,
      feeCents: feeRow?.amount_cents ?? 0,
    };
    const after = {
      ...before,
      ...Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined)),
      ...(amount !== undefined && { cents: centsAboveNone('amount', amount) }),
      ...(fee !== undefined && { feeCents: centsOrNone('fee', fee) }),
    };
    const at = after.on === before.on ? row.at : days.instantOn(after.on);
    refuseFee(after.feeCents, after.cents);
    if (after.cents !== before.cents) await beforeMoneyChange(act, moneyId);
    const corrected = money.map((one) =>
      one.id === moneyId ? { ...one, at, amount_cents: after.cents } : one,
    );
    if (at !== row.at) refuseRefundBeforePayment(corrected, days);
    refuseBelowNone(id, corrected);
    await updateMoney(tx, moneyId, {
      method: after.method,
      payer: after.payer,
      note: after.note,
      at,
      amount_cents: after.cents,
      ...(row.kind === 'refund' &&
        after.cents !== before.cents && {
          surplus_cents: surplusIn(
            order,
            money.filter((one) => one !== row),
            after.cents,
          ),
        }),
    });
    if (feeRow && after.feeCents > 0)
      await updateMoney(tx, feeRow.id, { amount_cents: after.feeCents, at });
    else if (feeRow) await deleteMoneyRow(tx, feeRow.id);
    else if (after.feeCents > 0)
      await insertMoney(tx, {
        order_id: id,
        kind: 'fee',
        amount_cents: after.feeCents,
        at,
        payment_id: moneyId,
      });
    const changes = Object.fromEntries(
      (Object.keys(before) as (keyof typeof before)[])
        .filter((name) => before[name] !== after[name])
        // Who is named or written of could not be erased from the history.
        .map((name) => [
          name,
          name === 'payer' || name === 'note' ? [null, CHANGED] : [before[name], after[name]],
        ]),
    );
    if (Object.keys(changes).length > 0)
      await act.record({
        kind: 'money_corrected',
        orderId: id,
        data: { kind: row.kind, cents: before.cents, changes },
      });
    if (orderId !== undefined && orderId !== id) await move(act, moneyId, order, orderId);
  });

/** @throws Problem not_found; state_conflict where more than is left was refunded. */
async function move(act: Act, moneyId: number, former: OrderRow, to: number): Promise<void> {
  const { tx } = act;
  const from = former.id;
  const order = await lockOrder(tx, to);
  if (!order) throw notFound();
  const money = await selectMoney(tx, [from]);
  const moved = money.filter(({ id, payment_id }) => id === moneyId || payment_id === moneyId);
  refuseBelowNone(
    from,
    money.filter((row) => !moved.includes(row)),
  );
  for (const { id } of moved) await updateMoney(tx, id, { order_id: to, origin: 'typed' });
  const payment = moved.find(({ id }) => id === moneyId);
  if (payment?.payment_hash) await moveUsed(tx, payment.payment_hash, from, to);
  const cents = payment?.amount_cents ?? 0;
  const data = { cents, from, to };
  await act.record({ kind: 'payment_moved', orderId: from, data });
  await act.record({ kind: 'payment_moved', orderId: to, data });
  await afterRemoval(act, former);
  await afterReceipt(act, order, cents);
}

/**
 * Removes the fee too. @throws Problem not_found; state_conflict where more than is left was
 * refunded.
 */
export const removeMoney = (ctx: Context, id: number, moneyId: number): Promise<OrderDetail> =>
  change(ctx, id, async (act, { order, money }) => {
    const row = find(money, moneyId);
    await beforeMoneyChange(act, moneyId);
    refuseBelowNone(
      id,
      money.filter((one) => one !== row),
    );
    await deleteMoneyRow(act.tx, moneyId);
    const data = { cents: row.amount_cents, method: row.method };
    await act.record({ kind: `${row.kind}_removed`, orderId: id, data });
    await afterRemoval(act, order);
  });

type Known = { order: OrderRow; lines: LineRow[]; money: MoneyRow[]; days: MoneyDays };

const change = (
  ctx: Context,
  id: number,
  make: (act: Act, known: Known) => Promise<void>,
): Promise<OrderDetail> =>
  actOnOrder(ctx, id, async (act, order, lines) => {
    const { tx } = act;
    await make(act, { order, lines, money: await selectMoney(tx, [id]), days: await daysOf(act) });
    if (orderStatusTable[order.status].claim !== 'taken') return;
    const payments = (await selectMoney(tx, [id])).filter(({ kind }) => kind === 'payment');
    await updatePaidAt(tx, id, payments.map(({ at }) => at).toSorted()[0] ?? null);
  });

function find(money: MoneyRow[], id: number): MoneyRow {
  const row = money.find((one) => one.id === id && one.kind !== 'fee');
  if (!row) throw new Problem('not_found', 'There is no such payment or refund.');
  return row;
}

/** @throws Problem state_conflict */
function refuseBelowNone(id: number, money: MoneyRow[]): void {
  const received = receivedOf(money);
  if (received < 0)
    throw new Problem(
      'state_conflict',
      `${formatDollars(-received)} more would be refunded for order #${id} than came. Correct the refund first.`,
    );
}
