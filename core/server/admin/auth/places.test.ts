import { expect, test } from 'vitest';
import { createPlaces } from './places.ts';

test('clients are let in up to the limit, and up to a lower one each, until some leave', () => {
  const { take, isFull } = createPlaces({ max: 3, each: 2 });
  const leave = take('a');
  expect([take('a'), take('a'), take('b'), take('c')].map((place) => place !== null)).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect(isFull('c')).toBe(true);
  leave?.();
  expect([take('c'), take('a')].map((place) => place !== null)).toEqual([true, false]);
});
