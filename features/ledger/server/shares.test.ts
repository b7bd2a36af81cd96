import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sharesOf } from './shares.ts';

test('shares add up to the cent, and none is a cent away from its exact part', () => {
  const cents = fc.nat(999_999_999_999);
  const property = fc.property(
    cents,
    fc.array(cents, { minLength: 1, maxLength: 10 }),
    (whole, weights) => {
      const shares = sharesOf(whole, weights);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(whole);
      const sum = weights.reduce((all, weight) => all + weight, 0);
      for (const [index, share] of shares.entries()) {
        const exact = sum === 0 ? whole / weights.length : (whole * (weights[index] ?? 0)) / sum;
        // What a double cannot hold of such a product counts too.
        expect(Math.abs(share - exact)).toBeLessThan(1 + exact * 1e-12);
      }
    },
  );
  fc.assert(property);
});

test.each([
  [1_000, [1, 1, 1], [334, 333, 333]],
  [5, [0, 0], [3, 2]],
  [700, [900, 0], [700, 0]],
  [0, [3, 4], [0, 0]],
  [100, [], []],
])('%i cents by %j are %j', (cents, weights, shares) => {
  expect(sharesOf(cents, weights)).toEqual(shares);
});
