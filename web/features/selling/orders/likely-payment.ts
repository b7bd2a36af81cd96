import { calendarOf } from '#contract/calendar.ts';
import { type OrderKind, orderKindTable } from '#contract/selling/order-kinds.ts';
import { type MoneyMethod, moneyMethods } from '#contract/selling/order-money.ts';
import type { AdminOrder } from '#contract/selling/orders.ts';

/** How a payment came. */
export type Payment = { method: MoneyMethod; on: string; fee: string };

/** The present day in a time zone: `2026-11-21`. */
export const todayIn = (timeZone: string): string => calendarOf(timeZone).dayOf(new Date().toISOString());

const likelyMethod = (kind: OrderKind): MoneyMethod => (orderKindTable[kind].isPaidByVenmo ? 'Venmo' : 'Cash');

/** How an order was paid last, which is how money goes back. */
export const paidBy = (order: Pick<AdminOrder, 'kind' | 'paidBy'>): MoneyMethod =>
  moneyMethods.find((known) => known === order.paidBy) ?? likelyMethod(order.kind);

/** What a payment of an order most likely is. */
export const likelyPayment = (kind: OrderKind, timeZone: string): Payment => ({
  method: likelyMethod(kind),
  on: todayIn(timeZone),
  fee: '',
});
