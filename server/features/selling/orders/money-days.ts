/** The days on which money moved, as the admin names them. */
import type { Settings } from '#contract/admin/settings.ts';
import { calendarOf } from '#contract/calendar.ts';
import { formatDay } from '#contract/dates.ts';
import type { Context } from '#server/context.ts';
import { instantOf } from '#server/platform/clock.ts';
import { invalid } from './amounts.ts';
import type { MoneyRow } from './order-money.queries.ts';

export type MoneyDays = {
  now: string;
  /** The day of an instant in the shop's time zone: `2026-11-21`. */
  dayOf: (instant: string) => string;
  /** The instant that stands for a day: now for today, and where none is named. @throws Problem invalid_input for a day to come. */
  instantOn: (day: string | undefined) => string;
};

/** The calendar of the shop as of now. */
export function moneyDays(ctx: Context, { general }: Pick<Settings, 'general'>): MoneyDays {
  const { dayOf, middleOf } = calendarOf(general.timeZone);
  const now = instantOf(ctx.clock);
  const today = dayOf(now);
  return {
    now,
    dayOf,
    instantOn(day = today) {
      if (day > today) throw invalid('on', 'Please choose a date that isn’t in the future.');
      return day === today ? now : middleOf(day);
    },
  };
}

/** `November 21, 2026` for `2026-11-21`. */
export const dayText = (day: string): string => formatDay(day, 'UTC');

/** @throws Problem invalid_input where a refund was given before the first payment came. */
export function refuseRefundBeforePayment(money: Pick<MoneyRow, 'kind' | 'at'>[], { dayOf }: MoneyDays): void {
  const first = (kind: MoneyRow['kind']) => money.flatMap((row) => (row.kind === kind ? dayOf(row.at) : [])).toSorted()[0];
  const [paid, refunded] = [first('payment'), first('refund')];
  if (paid !== undefined && refunded !== undefined && refunded < paid)
    throw invalid('on', `A refund can’t be before its payment, which came on ${dayText(paid)}.`);
}

/** When what a device recorded earlier happened: a clock that is ahead of ours counts for nothing, and no payment goes back before it came. */
export const refundedAt = (recorded: string | undefined, money: Pick<MoneyRow, 'kind' | 'at'>[], now: string): string =>
  [recorded !== undefined && recorded < now ? recorded : now, ...money.flatMap(({ kind, at }) => (kind === 'payment' ? at : []))]
    .toSorted()
    .at(-1) ?? now;
