/** Payments that the admin notes by hand, and what was noted of money, corrected. */
import { formatAmount, formatDollars } from '#contract/money.ts';
import { Problem } from '#contract/problems.ts';
import { orderStatusTable } from '#contract/selling/order-statuses.ts';
import type { MoneyCorrection, OrderDetail, PaymentInput } from '#contract/selling/orders.ts';
import type { Context } from '#server/context.ts';
import { addEvents } from '#server/features/admin/events/events.service.ts';
import { readSettings } from '#server/features/admin/settings/settings.service.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { readDetail } from './admin-orders.service.ts';
import { centsAboveNone, centsOrNone } from './amounts.ts';
import { type MoneyDays, moneyDays, refuseRefundBeforePayment } from './money-days.ts';
import { deleteMoneyRow, insertMoney, type MoneyRow, selectMoney, updateMoney, updatePaidAt } from './order-money.queries.ts';
import { receivedOf } from './order-money.ts';
import { lockWithLines } from './orders.service.ts';
import { readPayment, receive, refuseFee } from './received.ts';

/**
 * Notes a payment of what is still missing of an order whose pieces the buyer has.
 * @throws Problem not_found; invalid_input; state_conflict where nothing is missing, or the shop has not what the admin saw.
 */
export async function notePayment(ctx: Context, id: number, input: PaymentInput): Promise<OrderDetail> {
  const payment = await readPayment(ctx, input);
  const cents = centsAboveNone('amount', input.amount);
  await change(ctx, id, async (tx, { order, money, days }) => {
    const received = receivedOf(money);
    if (formatAmount(received) !== input.receivedAmount)
      throw new Problem('state_conflict', `You have ${formatDollars(received)} for order #${id} now. Please look again.`);
    const { claim, label } = orderStatusTable[order.status];
    if (claim !== 'taken') throw new Problem('state_conflict', `Order #${id} is ${label.toLowerCase()}. Mark it paid instead.`);
    const missing = order.total_cents - received;
    if (cents > missing) throw new Problem('state_conflict', `Only ${formatDollars(missing)} of order #${id} is missing.`);
    await receive(tx, id, cents, payment, days.now);
  });
  return readDetail(ctx, id);
}

/**
 * Corrects how and when money moved, and the fee of a payment.
 * @throws Problem not_found; invalid_input for a day or a fee that cannot be; state_conflict for what has no fee.
 */
export async function correctMoney(ctx: Context, id: number, moneyId: number, { method, on, fee }: MoneyCorrection): Promise<OrderDetail> {
  await change(ctx, id, async (tx, { money, days }) => {
    const row = find(money, moneyId);
    const feeRow = money.find(({ payment_id }) => payment_id === moneyId);
    if (fee !== undefined && row.kind !== 'payment') throw new Problem('state_conflict', 'Only a payment has a fee.');
    const before = { method: row.method, on: days.dayOf(row.at), feeCents: feeRow?.amount_cents ?? 0 };
    const after = {
      method: method ?? before.method,
      on: on ?? before.on,
      feeCents: fee === undefined ? before.feeCents : centsOrNone('fee', fee),
    };
    const at = after.on === before.on ? row.at : days.instantOn(after.on);
    refuseFee(after.feeCents, row.amount_cents);
    if (at !== row.at)
      refuseRefundBeforePayment(
        money.map((one) => (one.id === moneyId ? { ...one, at } : one)),
        days,
      );
    await updateMoney(tx, moneyId, { method: after.method, at });
    if (feeRow && after.feeCents > 0) await updateMoney(tx, feeRow.id, { amount_cents: after.feeCents, at });
    else if (feeRow) await deleteMoneyRow(tx, feeRow.id);
    else if (after.feeCents > 0)
      await insertMoney(tx, { order_id: id, kind: 'fee', amount_cents: after.feeCents, at, payment_id: moneyId });
    const changed = (['method', 'on', 'feeCents'] as const).filter((name) => before[name] !== after[name]);
    if (changed.length === 0) return;
    const data = {
      kind: row.kind,
      cents: row.amount_cents,
      changes: Object.fromEntries(changed.map((name) => [name, [before[name], after[name]]])),
    };
    await addEvents(tx, [{ at: days.now, actor: 'owner', kind: 'money_corrected', orderId: id, data }]);
  });
  return readDetail(ctx, id);
}

/**
 * Removes a payment with its fee: it never came, or was taken back.
 * @throws Problem not_found; state_conflict for a refund, and where more than is left was refunded.
 */
export async function removePayment(ctx: Context, id: number, moneyId: number): Promise<OrderDetail> {
  await change(ctx, id, async (tx, { money, days }) => {
    const row = find(money, moneyId);
    if (row.kind !== 'payment') throw new Problem('state_conflict', 'Only a payment can be removed.');
    if (receivedOf(money) < row.amount_cents) throw new Problem('state_conflict', `Some of this payment was refunded, so it did come.`);
    await deleteMoneyRow(tx, moneyId);
    const data = { cents: row.amount_cents, method: row.method };
    await addEvents(tx, [{ at: days.now, actor: 'owner', kind: 'payment_removed', orderId: id, data }]);
  });
  return readDetail(ctx, id);
}

type Known = { order: Awaited<ReturnType<typeof lockWithLines>>['order']; money: MoneyRow[]; days: MoneyDays };

/** Changes the money of a locked order; when it was paid follows. */
async function change(ctx: Context, id: number, make: (tx: Tx, known: Known) => Promise<void>): Promise<void> {
  const days = moneyDays(ctx, await readSettings(ctx));
  await inTransaction(ctx.db, async (tx) => {
    const { order } = await lockWithLines(tx, id);
    await make(tx, { order, money: await selectMoney(tx, [id]), days });
    const payments = (await selectMoney(tx, [id])).filter(({ kind }) => kind === 'payment');
    await updatePaidAt(tx, id, payments.map(({ at }) => at).toSorted()[0] ?? null);
  });
}

function find(money: MoneyRow[], id: number): MoneyRow {
  const row = money.find((one) => one.id === id && one.kind !== 'fee');
  if (!row) throw new Problem('not_found', 'There is no such payment or refund.');
  return row;
}
