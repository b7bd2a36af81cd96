/** Pages import this: keep schemas out. */
import { keysOf } from '#core/contract/tables.ts';
import { type OrderStatus, orderStatuses, orderStatusTable } from './order-statuses.ts';

type Table = typeof orderStatusTable;
type StepStatus = {
  [Status in OrderStatus]: Table[Status]['step'] extends string ? Status : never;
}[OrderStatus];

const isStep = (status: OrderStatus): status is StepStatus =>
  orderStatusTable[status].step !== null;
export const stepStatuses = orderStatuses.filter(isStep);

export const orderStepTable = {
  placed: 'Ordered',
  reported: 'Payment sent',
  ...(Object.fromEntries(
    stepStatuses.map((status) => [status, orderStatusTable[status].step]),
  ) as Record<StepStatus, string>),
};

export const orderStepNames = keysOf(orderStepTable);
