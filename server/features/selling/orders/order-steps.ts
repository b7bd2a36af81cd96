/** The steps of an order with their times, from its row and its events. */

import { type OrderStatus, orderStatuses, orderStatusTable } from '#contract/selling/order-statuses.ts';
import type { OrderStep } from '#contract/selling/orders.ts';
import type { OrderRow } from './orders.queries.ts';

/** @param events the order's, oldest first. */
export function stepsOf(order: OrderRow, events: { created_at: string; kind: string; data: Record<string, unknown> }[]): OrderStep[] {
  const placed: OrderStep = { step: 'placed', at: order.created_at, isDone: true };
  const reported: OrderStep[] =
    order.payment_reported_at === null ? [] : [{ step: 'reported', at: order.payment_reported_at, isDone: true }];
  const hasEnded = order.status === 'cancelled';
  const progress = progressOf(hasEnded ? cancellation(events)?.data.from : order.status);
  const course = orderStatuses.flatMap((status): OrderStep[] => {
    if (status === 'pending' || status === 'cancelled') return [];
    const isDone = progress >= orderStatusTable[status].progress;
    return [{ step: status, at: isDone ? reachedAt(status, events) : null, isDone }];
  });
  if (!hasEnded) return [placed, ...reported, ...course];
  const end: OrderStep = { step: 'cancelled', at: cancellation(events)?.created_at ?? null, isDone: true };
  return [placed, ...reported, ...course.filter(({ isDone }) => isDone), end];
}

type Events = Parameters<typeof stepsOf>[1];

const progressOf = (status: unknown): number => orderStatusTable[status as OrderStatus]?.progress ?? -1;

const cancellation = (events: Events) => events.findLast(({ kind, data }) => kind === 'order_status' && data.to === 'cancelled');

/** When the order last moved forward to a status; null where it never did, such as an order that was shipped at once. */
function reachedAt(status: OrderStatus, events: Events): string | null {
  const isForward = ({ from }: Record<string, unknown>) => progressOf(from) < progressOf(status);
  return events.findLast(({ kind, data }) => kind === 'order_status' && data.to === status && isForward(data))?.created_at ?? null;
}
