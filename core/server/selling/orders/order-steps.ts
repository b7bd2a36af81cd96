import { type OrderStatus, orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import { stepStatuses } from '#core/contract/selling/order-steps.ts';
import type { OrderStep } from '#core/contract/selling/orders.ts';
import type { OrderRow } from './orders.queries.ts';

type Events = { created_at: string; kind: string; data: Record<string, unknown> }[];

/** @param events the order's, oldest first. @param isDue it was sent before it was paid. */
export function stepsOf(order: OrderRow, events: Events, isDue = false): OrderStep[] {
  const placed: OrderStep = { step: 'placed', at: order.created_at, isDone: true };
  const reported: OrderStep[] =
    order.payment_reported_at === null
      ? []
      : [{ step: 'reported', at: order.payment_reported_at, isDone: true }];
  const hasEnded = progressOf(order.status) === null;
  const progress = progressOf(hasEnded ? lastOnCourse(events) : order.status) ?? -1;
  const steps = stepStatuses.flatMap((status): OrderStep[] => {
    const own = progressOf(status);
    if (own === null)
      return status === order.status
        ? [{ step: status, at: lastMove(status, events), isDone: true }]
        : [];
    const isDone = progress >= own && !(isDue && status === 'paid');
    return [{ step: status, at: isDone ? reachedAt(status, events) : null, isDone }];
  });
  return [placed, ...reported, ...(hasEnded ? steps.filter(({ isDone }) => isDone) : steps)];
}

export function endedUnpaid(order: OrderRow, events: Events): boolean {
  const hold = events.findLast(({ kind }) => kind === 'hold_ended');
  const move = events.findLast(({ kind }) => kind === 'order_status');
  return (
    progressOf(order.status) === null && hold !== undefined && hold.created_at === move?.created_at
  );
}

/** null: the status ends the order early. */
const progressOf = (status: unknown): number | null =>
  orderStatusTable[status as OrderStatus]?.progress ?? null;

const lastOnCourse = (events: Events) =>
  events.findLast(({ kind, data }) => kind === 'order_status' && progressOf(data.from) !== null)
    ?.data.from;

const lastMove = (status: OrderStatus, events: Events) =>
  events.findLast(({ kind, data }) => kind === 'order_status' && data.to === status)?.created_at ??
  null;

/** Returns null where it never did, such as an order shipped at once. */
function reachedAt(status: OrderStatus, events: Events): string | null {
  const isForward = ({ from }: Record<string, unknown>) =>
    (progressOf(from) ?? -1) < (progressOf(status) ?? -1);
  return (
    events.findLast(
      ({ kind, data }) => kind === 'order_status' && data.to === status && isForward(data),
    )?.created_at ?? null
  );
}
