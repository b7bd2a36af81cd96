import { describe, expect, test } from 'vitest';
import { isThorough } from '#tests/support/thorough.ts';
import { nextNight, remainingOf } from './rotation.ts';

const NEW_YORK = 'America/New_York';

/** The instants of every night of the years, at the hour. */
function nights(hour: number, timeZone: string, from: string, until: string): Date[] {
  const found: Date[] = [];
  for (
    let at = nextNight(new Date(from), hour, timeZone);
    at < new Date(until);
    at = nextNight(at, hour, timeZone)
  )
    found.push(at);
  return found;
}

describe('nights', () => {
  // Where the clocks change by half an hour; New York’s changes have a test of their own.
  const zones = ['Australia/Lord_Howe'];
  test.each(
    isThorough ? [...zones, 'America/New_York', 'Europe/Berlin', 'Asia/Kathmandu', 'UTC'] : zones,
  )(
    'every day of a leap year has one copy at any hour in %s, also where the clocks change',
    (timeZone) => {
      const format = new Intl.DateTimeFormat('en-CA', { timeZone });
      for (const hour of [0, 1, 2, 3, 23]) {
        const days = nights(hour, timeZone, '2028-01-02T00:00:00Z', '2028-12-31T00:00:00Z').map(
          (at) => format.format(at),
        );
        expect(new Set(days).size).toBe(days.length);
        expect(days).toContain('2028-02-29');
        expect(days.length).toBeGreaterThanOrEqual(363);
      }
    },
  );

  test('an hour that the clocks skip is the next that there is, and one that comes twice is the first', () => {
    expect(nextNight(new Date('2028-03-12T05:00:00Z'), 2, NEW_YORK).toISOString()).toBe(
      '2028-03-12T07:00:00.000Z',
    );
    const first = nextNight(new Date('2028-11-05T04:30:00Z'), 1, NEW_YORK);
    expect(first.toISOString()).toBe('2028-11-05T05:00:00.000Z');
    expect(nextNight(first, 1, NEW_YORK).toISOString()).toBe('2028-11-06T06:00:00.000Z');
  });
});

describe('rotation', () => {
  test('after a year the last of seven days, four weeks and twelve months are left, whenever one was removed', () => {
    let copies: Date[] = [];
    const keep = { days: 7, weeks: 4, months: 12 };
    for (const night of nights(3, NEW_YORK, '2028-01-01T12:00:00Z', '2029-01-02T00:00:00Z')) {
      const remaining = remainingOf([...copies, night], keep, NEW_YORK);
      copies = [...copies, night].filter((at) => remaining.has(at));
    }
    expect(copies.map((at) => at.toISOString().slice(0, 10))).toEqual(
      [
        '2028-02-29',
        '2028-03-31',
        '2028-04-30',
        '2028-05-31',
        '2028-06-30',
        '2028-07-31',
        '2028-08-31',
        '2028-09-30',
        '2028-10-31',
        '2028-11-30',
        '2028-12-10',
        '2028-12-17',
        '2028-12-24',
        '2028-12-26',
        '2028-12-27',
        '2028-12-28',
        '2028-12-29',
        '2028-12-30',
        '2028-12-31',
        '2029-01-01',
      ].filter((day) => day !== '2028-12-10'),
    );
  });

  test('the newest copy stays whatever is to be remaining, and days without a copy count for nothing', () => {
    const copies = ['2028-01-01T08:00:00Z', '2028-03-01T08:00:00Z', '2028-03-01T20:00:00Z'].map(
      (at) => new Date(at),
    );
    expect([...remainingOf(copies, { days: 0, weeks: 0, months: 0 }, 'UTC')]).toEqual([copies[2]]);
    expect([...remainingOf(copies, { days: 2, weeks: 0, months: 0 }, 'UTC')]).toEqual([
      copies[2],
      copies[0],
    ]);
  });
});
