import { calendarOf } from '#contract/calendar.ts';
import { type OrderKind, orderKindTable } from '#contract/selling/order-kinds.ts';
import type { MoneyMethod } from '#contract/selling/order-money.ts';

/** How a payment came. */
export type Payment = { method: MoneyMethod; on: string; fee: string };

/** The present day in a time zone: `2026-11-21`. */
export const todayIn = (timeZone: string): string => calendarOf(timeZone).dayOf(new Date().toISOString());

/** What a payment of an order most likely is. */
export const likelyPayment = (kind: OrderKind, timeZone: string): Payment => ({
  method: orderKindTable[kind].isPaidByVenmo ? 'Venmo' : 'Cash',
  on: todayIn(timeZone),
  fee: '',
});
