import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calendarOf } from './calendar.ts';

test.each([
  ['America/New_York', 2026, '2026-01-01T05:00:00.000Z'],
  ['Pacific/Kiritimati', 2026, '2025-12-31T10:00:00.000Z'],
  ['Pacific/Pago_Pago', 2026, '2026-01-01T11:00:00.000Z'],
  ['Asia/Kathmandu', 2027, '2026-12-31T18:15:00.000Z'],
  ['no such zone', 2026, '2026-01-01T00:00:00.000Z'],
])('in %s the year %i begins at %s', (timeZone, year, instant) => {
  expect(calendarOf(timeZone).startOf(year)).toBe(instant);
});

test('every instant of a year lies between its start and the next one, in every time zone', () => {
  const zones = fc.constantFrom(
    'America/New_York',
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
    'Pacific/Apia',
    'Europe/London',
    'Australia/Lord_Howe',
    'Asia/Kolkata',
    'UTC',
  );
  const nearNewYear = fc.tuple(
    fc.integer({ min: 1971, max: 2190 }),
    fc.integer({ min: -30 * 3_600_000, max: 30 * 3_600_000 }),
  );
  const property = fc.property(zones, nearNewYear, (timeZone, [year, offset]) => {
    const { startOf, yearOf, dayOf, middleOf } = calendarOf(timeZone);
    const instant = new Date(Date.UTC(year, 0, 1) + offset).toISOString();
    const own = yearOf(instant);
    expect(startOf(own) <= instant && instant < startOf(own + 1)).toBe(true);
    expect(dayOf(instant).slice(0, 4)).toBe(String(own));
    expect(dayOf(middleOf(dayOf(instant)))).toBe(dayOf(instant));
  });
  fc.assert(property, { numRuns: 60 });
});
