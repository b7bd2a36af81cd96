import { expect, test } from 'vitest';
import { formatCount } from './counts.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [123_456_789, '123,456,789'],
  ['1250', '1,250'],
])('the count %s is written %s', (count, written) => {
  expect(formatCount(count)).toBe(written);
});
