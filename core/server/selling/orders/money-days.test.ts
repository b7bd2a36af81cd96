import { expect, test } from 'vitest';
import type { Settings } from '#core/contract/admin/settings.ts';
import { moneyDays } from './money-days.ts';

/** Days as a shop in the time zone counts them at the instant. */
const daysAt = (instant: string, timeZone: string) =>
  moneyDays(
    { clock: { now: () => new Date(instant), wait: async () => {} } },
    { general: { timeZone } as Settings['general'] },
  );

/** In UTC it is tomorrow already. */
const EIGHT_PM_IN_DENVER = '2026-12-02T03:00:00.000Z';

test('8 PM in Denver is still today', () => {
  const { instantOn, dayOf } = daysAt(EIGHT_PM_IN_DENVER, 'America/Denver');
  expect(dayOf(EIGHT_PM_IN_DENVER)).toBe('2026-12-01');
  expect(instantOn('2026-12-01')).toBe(EIGHT_PM_IN_DENVER);
  expect(instantOn(undefined)).toBe(EIGHT_PM_IN_DENVER);
});

test('tomorrow in Denver is to come, though in UTC it is today', () => {
  const { instantOn } = daysAt(EIGHT_PM_IN_DENVER, 'America/Denver');
  expect(() => instantOn('2026-12-02')).toThrow('Please choose a date that isn’t in the future.');
});

test('in Auckland it is tomorrow already when UTC still has today', () => {
  const { instantOn, dayOf } = daysAt('2026-12-01T20:00:00.000Z', 'Pacific/Auckland');
  expect(dayOf('2026-12-01T20:00:00.000Z')).toBe('2026-12-02');
  expect(instantOn('2026-12-02')).toBe('2026-12-01T20:00:00.000Z');
});

test('a day of the past is noted within that day of the shop’s zone', () => {
  const { instantOn, dayOf } = daysAt(EIGHT_PM_IN_DENVER, 'America/Denver');
  expect(dayOf(instantOn('2026-11-30'))).toBe('2026-11-30');
});
