import { expect, test } from 'vitest';
import { endOfDay } from './end-of-day.ts';

test.each([
  [
    'America/New_York',
    '2026-11-21T09:00:00.000Z',
    '2026-11-22T05:00:00.000Z',
    'of an ordinary day',
  ],
  [
    'America/New_York',
    '2026-11-22T04:59:59.999Z',
    '2026-11-22T05:00:00.000Z',
    'a millisecond before it',
  ],
  [
    'America/New_York',
    '2026-11-22T05:00:00.000Z',
    '2026-11-23T05:00:00.000Z',
    'from the first instant of the next one',
  ],
  [
    'America/New_York',
    '2026-03-08T05:00:00.000Z',
    '2026-03-09T04:00:00.000Z',
    'of a day of 23 hours',
  ],
  [
    'America/New_York',
    '2026-11-01T04:00:00.000Z',
    '2026-11-02T05:00:00.000Z',
    'of a day of 25 hours',
  ],
  ['Pacific/Auckland', '2026-11-21T09:00:00.000Z', '2026-11-21T11:00:00.000Z', 'east of Greenwich'],
  [
    'Not/AZone',
    '2026-11-21T09:00:00.000Z',
    '2026-11-22T00:00:00.000Z',
    'in UTC where the zone is unknown',
  ],
])('in %s at %s the day ends at %s: the end %s', (timeZone, now, end) => {
  expect(endOfDay(new Date(now), timeZone)).toBe(end);
});
