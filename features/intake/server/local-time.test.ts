import { expect, test } from 'vitest';
import { instantIn } from './local-time.ts';

test('a clock without a zone is the shop’s, in summer and in winter', () => {
  expect(instantIn('2026-07-01T10:00:00.250', 'America/New_York')).toBe('2026-07-01T14:00:00.250Z');
  expect(instantIn('2026-11-20T10:00:00.000', 'America/New_York')).toBe('2026-11-20T15:00:00.000Z');
  expect(instantIn('2026-11-20T00:30:00.000', 'Asia/Tokyo')).toBe('2026-11-19T15:30:00.000Z');
  expect(instantIn('2026-11-20T10:00:00.000', 'Nowhere/Else')).toBe('2026-11-20T10:00:00.000Z');
});
