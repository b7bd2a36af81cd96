import { formatDollars } from '#core/contract/money.ts';
import { invalidField } from '#core/contract/problems.ts';
import type { StatusUpdate } from '#core/contract/selling/order-edits.ts';
import type { Act } from '#core/server/act.ts';
import { centsAboveNone, centsOrNone } from './amounts.ts';
import { daysOf } from './money-days.ts';
import { insertMoney, updateWrittenOff } from './order-money.queries.ts';
import { dueOf, type Money, type NotedPayment, surplusOf } from './order-money.ts';
import type { OrderRow } from './orders.queries.ts';

type GivenPayment = Omit<NonNullable<StatusUpdate['payment']>, 'settles'> & { settles?: boolean };

/** @throws Problem invalid_input. */
export async function readPayment(
  act: Act,
  { method, on, fee, amount, settles, ...sent }: GivenPayment,
): Promise<NotedPayment> {
  const days = await daysOf(act);
  return {
    method,
    at: days.instantOn(on),
    feeCents: centsOrNone('fee', fee),
    ...sent,
    ...(settles !== undefined && { settles }),
    ...(amount !== undefined && { cents: centsAboveNone('amount', amount) }),
  };
}

/** Expects a locked order. @throws Problem invalid_input where the fee is more than the payment. */
export async function receive(
  act: Act,
  orderId: number,
  cents: number,
  { method, at, feeCents, payer, note, origin = 'marked', paymentHash }: NotedPayment,
): Promise<void> {
  const { tx } = act;
  refuseFee(feeCents, cents);
  const paymentId = await insertMoney(tx, {
    order_id: orderId,
    kind: 'payment',
    amount_cents: cents,
    method,
    at,
    payer: payer ?? null,
    note: note ?? null,
    origin,
    payment_hash: paymentHash ?? null,
  });
  if (feeCents > 0)
    await insertMoney(tx, {
      order_id: orderId,
      kind: 'fee',
      amount_cents: feeCents,
      at,
      payment_id: paymentId,
    });
  if (method !== null)
    await act.record({ kind: 'payment_noted', orderId, data: { cents, method, feeCents } });
}

/** Settles the order with what has come. @returns what is written off of its total then. */
export async function writeOff(act: Act, order: OrderRow, money: Money): Promise<number> {
  const rest = dueOf({ ...order, status: 'paid' }, money) - surplusOf(order, money);
  const cents = order.written_off_cents + rest;
  if (rest === 0) return cents;
  await updateWrittenOff(act.tx, order.id, cents);
  const kind = rest > 0 ? 'rest_written_off' : 'surplus_kept';
  await act.record({ kind, orderId: order.id, data: { cents: Math.abs(rest) } });
  return cents;
}

/** @throws Problem invalid_input where a fee is more than its payment. */
export function refuseFee(feeCents: number, cents: number): void {
  if (feeCents > cents)
    throw invalidField('fee', `The fee can’t be more than the payment of ${formatDollars(cents)}.`);
}
