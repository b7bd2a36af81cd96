import fc from 'fast-check';
import { expect, test } from 'vitest';
import { QUARTER } from '#core/contract/catalogue/true-size.ts';
import { drawingIn, GAP } from './outline.ts';

test.each([
  ['beside the coin', { width: 600, height: 400 }, { reduction: 1, isStacked: false }],
  ['above the coin', { width: 300, height: 400 }, { reduction: 1, isStacked: true }],
  ['at half its size', { width: 240, height: 400 }, { reduction: 2, isStacked: false }],
])('a piece of 62 × 41 mm is drawn %s', (_, room, drawing) => {
  expect(drawingIn(room, { width: 62, height: 41 }, 4)).toEqual(drawing);
});

test('whatever is drawn has room', () => {
  const size = fc.integer({ min: 1, max: 3000 });
  fc.assert(
    fc.property(
      fc.integer({ min: 250, max: 2000 }),
      fc.integer({ min: 150, max: 1200 }),
      size,
      size,
      (roomy, high, width, height) => {
        const { reduction, isStacked } = drawingIn(
          { width: roomy, height: high },
          { width, height },
          4,
        );
        const [w, h, coin] = [
          (width * 4) / reduction,
          (height * 4) / reduction,
          (QUARTER * 4) / reduction,
        ];
        expect(isStacked ? Math.max(w, coin) : w + coin + GAP).toBeLessThanOrEqual(roomy);
        expect(isStacked ? h + coin + GAP : Math.max(h, coin)).toBeLessThanOrEqual(high);
      },
    ),
  );
});
