import { expect, test } from 'vitest';
import { msToEnd } from './waiting-queries.ts';

test('a place in line is read again when its offer has ended, and not in haste where the clocks differ', () => {
  const now = Date.parse('2026-11-22T12:00:00.000Z');
  const reread = (offeredUntil: string | null) => msToEnd({ offeredUntil }, now);
  expect([
    reread('2026-11-22T13:00:00.000Z'),
    reread('2026-11-22T11:59:59.000Z'),
    reread(null),
    msToEnd(undefined, now),
  ]).toEqual([3_600_000, 10_000, false, false]);
});
