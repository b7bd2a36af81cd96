import type { Settings } from '#core/contract/admin/settings.ts';
import { calendarOf } from '#core/contract/calendar.ts';
import { formatDay } from '#core/contract/dates.ts';
import { invalidField } from '#core/contract/problems.ts';
import type { Act } from '#core/server/act.ts';
import type { Context } from '#core/server/context.ts';
import { instantOf } from '#platform/clock.ts';
import type { MoneyRow } from './order-money.queries.ts';

export type MoneyDays = {
  now: string;
  /** In the shop's time zone: `2026-11-21`. */
  dayOf: (instant: string) => string;
  /** Returns now for today, or for no day. @throws Problem invalid_input for a day to come. */
  instantOn: (day: string | undefined) => string;
};

export const daysOf = async (act: Act): Promise<MoneyDays> => moneyDays(act, await act.settings());

export function moneyDays(
  { clock }: Pick<Context, 'clock'>,
  { general }: Pick<Settings, 'general'>,
): MoneyDays {
  const { dayOf, middleOf } = calendarOf(general.timeZone);
  const now = instantOf(clock);
  const today = dayOf(now);
  return {
    now,
    dayOf,
    instantOn(day = today) {
      if (day > today) throw invalidField('on', 'Please choose a date that isn’t in the future.');
      return day === today ? now : middleOf(day);
    },
  };
}

export const dayText = (day: string): string => formatDay(day, 'UTC');

/** @throws Problem invalid_input where a refund was given before the first payment came. */
export function refuseRefundBeforePayment(
  money: Pick<MoneyRow, 'kind' | 'at'>[],
  { dayOf }: MoneyDays,
): void {
  const first = (kind: MoneyRow['kind']) =>
    money.flatMap((row) => (row.kind === kind ? dayOf(row.at) : [])).toSorted()[0];
  const [paid, refunded] = [first('payment'), first('refund')];
  if (paid !== undefined && refunded !== undefined && refunded < paid)
    throw invalidField(
      'on',
      `A refund can’t be before its payment, which came on ${dayText(paid)}.`,
    );
}

/** Ignores a device's clock ahead of ours; no payment goes back before it came. */
export const refundedAt = (
  recorded: string | undefined,
  money: Pick<MoneyRow, 'kind' | 'at'>[],
  now: string,
): string =>
  [
    recorded !== undefined && recorded < now ? recorded : now,
    ...money.flatMap(({ kind, at }) => (kind === 'payment' ? at : [])),
  ]
    .toSorted()
    .at(-1) ?? now;
