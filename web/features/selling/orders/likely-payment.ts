import { useQueryClient } from '@tanstack/react-query';
import type { Settings } from '#contract/admin/settings.ts';
import { calendarOf } from '#contract/calendar.ts';
import { handleToPay, type OrderKind, orderKindTable } from '#contract/selling/order-kinds.ts';
import { type MoneyMethod, moneyMethods } from '#contract/selling/order-money.ts';
import type { AdminOrder } from '#contract/selling/orders.ts';
import { settingsKey } from '#web/features/admin/settings/settings-queries.ts';

/** How a payment came. */
export type Payment = { method: MoneyMethod; on: string; fee: string };

/** The present day in a time zone: `2026-11-21`. */
export const todayIn = (timeZone: string): string => calendarOf(timeZone).dayOf(new Date().toISOString());

/** A shop without Venmo arranges each payment by email, so nothing is likelier than the rest. */
function useLikelyMethod(kind: OrderKind): MoneyMethod {
  // Every page has loaded them.
  const settings = useQueryClient().getQueryData<Settings>(settingsKey);
  if (!orderKindTable[kind].isPaidByVenmo) return 'Cash';
  return settings && handleToPay({ kind }, settings.venmo_settings) === null ? 'Other' : 'Venmo';
}

/** How an order was paid last, which is how money goes back. */
export function usePaidBy({ kind, paidBy }: Pick<AdminOrder, 'kind' | 'paidBy'>): MoneyMethod {
  const likely = useLikelyMethod(kind);
  return moneyMethods.find((known) => known === paidBy) ?? likely;
}

/** What a payment of an order most likely is. */
export function useLikelyPayment(kind: OrderKind, timeZone: string): Payment {
  return { method: useLikelyMethod(kind), on: todayIn(timeZone), fee: '' };
}
