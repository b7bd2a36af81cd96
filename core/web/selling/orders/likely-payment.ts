import { useQueryClient } from '@tanstack/react-query';
import type { Settings } from '#core/contract/admin/settings.ts';
import { calendarOf } from '#core/contract/calendar.ts';
import { type OrderKind, orderKindTable } from '#core/contract/selling/order-kinds.ts';
import { type MoneyMethod, moneyMethods } from '#core/contract/selling/order-money.ts';
import type { AdminOrder } from '#core/contract/selling/orders.ts';
import { payableHandle } from '#core/contract/selling/venmo.ts';
import { settingsKey } from '#core/web/admin/settings/settings-queries.ts';

export type Payment = {
  method: MoneyMethod;
  on: string;
  fee: string;
  payer: string;
  note: string;
};

/** `2026-11-21`. */
export const todayIn = (timeZone: string): string =>
  calendarOf(timeZone).dayOf(new Date().toISOString());

/** A shop without Venmo arranges each payment by email, so nothing is likelier than the rest. */
function useLikelyMethod(kind: OrderKind): MoneyMethod {
  // Every page has loaded them.
  const settings = useQueryClient().getQueryData<Settings>(settingsKey);
  if (!orderKindTable[kind].isPaidByVenmo) return 'Cash';
  return settings && payableHandle(settings.venmo_settings) === null ? 'Other' : 'Venmo';
}

/** Money goes back as it came last. */
export function usePaidBy({ kind, paidBy }: Pick<AdminOrder, 'kind' | 'paidBy'>): MoneyMethod {
  const likely = useLikelyMethod(kind);
  return moneyMethods.find((known) => known === paidBy) ?? likely;
}

export function useLikelyPayment(kind: OrderKind, timeZone: string): Payment {
  return { method: useLikelyMethod(kind), on: todayIn(timeZone), fee: '', payer: '', note: '' };
}
