/** What comes before a sale by hand: the hold that its buyer comes back for, or the sale that it corrects. */
import { Problem } from '#contract/problems.ts';
import { methodIn } from '#contract/selling/order-money.ts';
import { orderStatusTable } from '#contract/selling/order-statuses.ts';
import type { Sale } from '#contract/selling/sales.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { type MoneyDays, refundedAt } from './money-days.ts';
import { selectMoney } from './order-money.queries.ts';
import { receivedOf } from './order-money.ts';
import { type LineRow, lockOrder, type OrderRow, selectLines } from './orders.queries.ts';
import { lockWithLines, moveLines, moveOrder, specimensOf } from './orders.service.ts';
import { endProposal } from './proposed.ts';
import { noteRefund } from './refunds.service.ts';

/** What comes before a sale: its locked order, its lines whose pieces are free now, and all specimens whose stock has moved. */
export type Before = { order: OrderRow; lines: LineRow[]; specimens: number[] };

/**
 * Frees what a hold by hand has, for the sale that it becomes.
 * @returns null where it has ended, or there is none: then the sale is an order of its own.
 * @throws Problem state_conflict where it was sold already.
 */
export async function endHeld(tx: Tx, id: number | undefined, now: string): Promise<Before | null> {
  const order = id === undefined ? undefined : await lockOrder(tx, id);
  if (order?.kind !== 'elsewhere') return null;
  const { claim, label } = orderStatusTable[order.status];
  if (claim === 'taken') throw new Problem('state_conflict', `Order #${order.id} is ${label.toLowerCase()} already.`);
  if (claim === 'none') return null;
  const how = { now, actor: 'owner' } as const;
  const asked = await endProposal(tx, order.id, 'overtaken', how);
  const lines = await selectLines(tx, [order.id]);
  await moveLines(tx, order, lines, () => 'release', how);
  return { order, lines, specimens: [...specimensOf(lines), ...asked] };
}

/**
 * Undoes a sale by hand: its money goes back as it came, and its pieces are free for the one that takes its place.
 * @returns null where it corrects none.
 * @throws Problem not_found; state_conflict where it is no such sale anymore, or the shop has not what the admin saw.
 */
export async function undoSale(tx: Tx, { insteadOf: sale, soldAt }: Sale, days: MoneyDays): Promise<Before | null> {
  if (sale === undefined) return null;
  const { order, lines } = await lockWithLines(tx, sale.orderId);
  const { claim, label } = orderStatusTable[order.status];
  if (order.kind !== 'elsewhere' || claim !== 'taken')
    throw new Problem('state_conflict', `Order #${order.id} is ${label.toLowerCase()}, so it can’t be corrected.`);
  const money = await selectMoney(tx, [order.id]);
  const method = methodIn(money.findLast(({ kind }) => kind === 'payment')?.method ?? order.paid_how ?? '') ?? 'Other';
  // A correction that is sent days later belongs to the day on which it was recorded.
  const at = refundedAt(soldAt, money, days.now);
  await noteRefund(tx, order, lines, { cents: receivedOf(money), method, receivedAmount: sale.receivedAmount, at }, days);
  const { specimens } = await moveOrder(tx, order, lines, 'cancelled', { now: days.now, actor: 'owner', hold: {} });
  return { order, lines, specimens };
}
