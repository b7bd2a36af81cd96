import { expect, test } from 'vitest';
import { holdFrom, MAX_HOLD_HOURS } from './holds.ts';

const start = new Date('2026-11-21T18:00:00.000Z');

test.each([
  [72, '2026-11-24T18:00:00.000Z', '2026-11-24T00:00:00.000Z'],
  [8, '2026-11-22T02:00:00.000Z', '2026-11-22T00:00:00.000Z'],
  [4, '2026-11-21T22:00:00.000Z', '2026-11-21T20:00:00.000Z'],
  [2, '2026-11-21T20:00:00.000Z', null],
  [0.5, '2026-11-21T18:30:00.000Z', null],
  [0, null, null],
])('a hold of %d hours ends at %s and reminds at %s', (hours, endsAt, remindsAt) => {
  expect(holdFrom(start, hours)).toEqual({ endsAt, remindsAt });
});

test('a hold lasts at most thirty days', () => {
  expect(MAX_HOLD_HOURS).toBe(720);
});
