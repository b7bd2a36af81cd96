/** Notes what was received for an order. */
import { formatDollars } from '#contract/money.ts';
import type { StatusUpdate } from '#contract/selling/orders.ts';
import type { Context } from '#server/context.ts';
import { addEvents } from '#server/features/admin/events/events.service.ts';
import { readSettings } from '#server/features/admin/settings/settings.service.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { centsOrNone, invalid } from './amounts.ts';
import { moneyDays } from './money-days.ts';
import { insertMoney } from './order-money.queries.ts';
import type { NotedPayment } from './order-money.ts';

/** How a payment came, as the admin typed it. @throws Problem invalid_input. */
export async function readPayment(ctx: Context, { method, on, fee }: NonNullable<StatusUpdate['payment']>): Promise<NotedPayment> {
  const days = moneyDays(ctx, await readSettings(ctx));
  return { method, at: days.instantOn(on), feeCents: centsOrNone('fee', fee) };
}

/** Notes a payment with its fee on a locked order. @throws Problem invalid_input where the fee is more than the payment. */
export async function receive(tx: Tx, orderId: number, cents: number, { method, at, feeCents }: NotedPayment, now: string): Promise<void> {
  refuseFee(feeCents, cents);
  const paymentId = await insertMoney(tx, { order_id: orderId, kind: 'payment', amount_cents: cents, method, at });
  if (feeCents > 0) await insertMoney(tx, { order_id: orderId, kind: 'fee', amount_cents: feeCents, at, payment_id: paymentId });
  if (method !== null)
    await addEvents(tx, [{ at: now, actor: 'owner', kind: 'payment_noted', orderId, data: { cents, method, feeCents } }]);
}

/** @throws Problem invalid_input where a fee is more than its payment. */
export function refuseFee(feeCents: number, cents: number): void {
  if (feeCents > cents) throw invalid('fee', `The fee can’t be more than the payment of ${formatDollars(cents)}.`);
}
