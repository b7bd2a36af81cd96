/** The steps of an order with their times, from its row and its events. */

import { type OrderStatus, orderStatuses, orderStatusTable } from '#contract/order-statuses.ts';
import type { OrderStep } from '#contract/orders.ts';
import type { OrderRow } from './orders.queries.ts';

/** @param events the order's, oldest first. */
export function stepsOf(order: OrderRow, events: { created_at: string; kind: string; data: Record<string, unknown> }[]): OrderStep[] {
  const placed: OrderStep = { step: 'placed', at: order.created_at, isDone: true };
  const reported: OrderStep[] =
    order.payment_reported_at === null ? [] : [{ step: 'reported', at: order.payment_reported_at, isDone: true }];
  const { progress } = orderStatusTable[order.status];
  if (order.status === 'cancelled') return [placed, ...reported, { step: 'cancelled', at: reachedAt('cancelled', events), isDone: true }];
  const ahead = orderStatuses.flatMap((status): OrderStep[] => {
    if (status === 'pending' || status === 'cancelled') return [];
    const isDone = (progress ?? 0) >= orderStatusTable[status].progress;
    return [{ step: status, at: isDone ? reachedAt(status, events) : null, isDone }];
  });
  return [placed, ...reported, ...ahead];
}

/** When the order last moved forward to a status; null where it never did, such as an order that was shipped at once. */
function reachedAt(status: OrderStatus, events: Parameters<typeof stepsOf>[1]): string | null {
  const progressOf = (known: unknown) => orderStatusTable[known as OrderStatus]?.progress ?? -1;
  const isForward = ({ from }: Record<string, unknown>) => status === 'cancelled' || progressOf(from) < progressOf(status);
  return events.findLast(({ kind, data }) => kind === 'order_status' && data.to === status && isForward(data))?.created_at ?? null;
}
