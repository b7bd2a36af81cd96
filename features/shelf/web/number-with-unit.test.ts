import { expect, test } from 'vitest';
import { withUnitsBeside } from './number-with-unit.ts';

test('a number and its unit never stand on two lines, and all else may', () => {
  expect(withUnitsBeside('Sapphire, round brilliant 3.12 ct, Ratnapura')).toBe(
    'Sapphire, round brilliant 3.12\u00a0ct, Ratnapura',
  );
  expect(withUnitsBeside('Quartz, 4 cm, 120 g')).toBe('Quartz, 4\u00a0cm, 120\u00a0g');
  for (const title of ['Set of 3 garnets', 'Adit 7 ctenoid', 'Amethyst'])
    expect(withUnitsBeside(title)).toBe(title);
});
