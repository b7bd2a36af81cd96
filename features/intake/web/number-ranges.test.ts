import { expect, test } from 'vitest';
import { rangesOf } from './number-ranges.ts';

test('numbers that follow each other are named by their ends, and of very many parts the first', () => {
  expect(rangesOf(['W-009'])).toBe('W-009');
  expect(rangesOf(['W-009', 'W-010'])).toBe('W-009 and W-010');
  expect(rangesOf(['W-009', 'W-010', 'W-011', 'X-1'])).toBe('W-009 to W-011 and X-1');
  expect(rangesOf(['1', '3', '5', '7', '9', '11', '12', '13'])).toBe('1, 3, 5, 7, 9 and 3 more');
});
