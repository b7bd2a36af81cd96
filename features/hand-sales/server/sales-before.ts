import { Problem } from '#core/contract/problems.ts';
import { orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import type { Act } from '#core/server/act.ts';
import { releaseHeld } from '#core/server/selling/orders/entering.service.ts';
import {
  type LineRow,
  lockOrder,
  lockWithLines,
  type OrderRow,
} from '#core/server/selling/orders/orders.service.ts';
import { undoPaid } from '#core/server/selling/orders/refunds.service.ts';
import type { Sale } from '#features/hand-sales/contract/sales.ts';

export type Before = { order: OrderRow; lines: LineRow[] };

/**
 * Frees a hold for the sale that it becomes.
 * @returns null where it has ended, or there is none: then the sale is an order of its own.
 * @throws Problem state_conflict where it was sold already.
 */
export async function endHeld(act: Act, id: number | undefined): Promise<Before | null> {
  const order = id === undefined ? undefined : await lockOrder(act.tx, id);
  if (order?.kind !== 'elsewhere') return null;
  const { claim, label } = orderStatusTable[order.status];
  if (claim === 'taken')
    throw new Problem('state_conflict', `Order #${order.id} is ${label.toLowerCase()} already.`);
  if (claim === 'none') return null;
  return { order, lines: await releaseHeld(act, order) };
}

/**
 * The money goes back as it came, and the pieces are free for the sale that replaces it.
 * @returns null where it corrects none.
 * @throws Problem not_found; state_conflict where it is no such sale anymore, or the shop has not
 * what the admin saw.
 */
export async function undoSale(
  act: Act,
  { insteadOf: sale, soldAt }: Sale,
): Promise<Before | null> {
  if (sale === undefined) return null;
  const { order, lines } = await lockWithLines(act.tx, sale.orderId);
  const { claim, label } = orderStatusTable[order.status];
  if (order.kind !== 'elsewhere' || claim !== 'taken')
    throw new Problem(
      'state_conflict',
      `Order #${order.id} is ${label.toLowerCase()}, so it can’t be corrected.`,
    );
  // A correction that is sent days later belongs to the day on which it was recorded.
  await undoPaid(act, order, lines, {
    recordedAt: soldAt,
    receivedAmount: sale.receivedAmount,
  });
  return { order, lines };
}
