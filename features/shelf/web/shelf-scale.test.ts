import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  LAYOUTS,
  MIN_MEASURE,
  MIN_PIECE,
  printReduction,
  rowsAt,
  scaleFor,
} from './shelf-scale.ts';

const shelfOf = (widths: number[]) => [
  ...widths.map((width) => ({ width, min: MIN_PIECE })),
  { width: 24.26, min: MIN_MEASURE },
];

test('three pieces and the coin fill a wide shelf', () => {
  const things = shelfOf([90, 120, 70]);
  const scale = scaleFor(things, 960, 7);
  expect(scale).toBeCloseTo((960 - 3 * 24 - 96) / 280, 2);
  expect(rowsAt(scale, things, 960)).toBe(1);
});

test('everything on a shelf has room, in no more rows than it needs', () => {
  const width = fc.double({ min: 2, max: 3_000, noNaN: true });
  fc.assert(
    fc.property(
      fc.array(width, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(...LAYOUTS),
      (widths, { width: room, inRow }) => {
        const things = shelfOf(widths);
        const scale = scaleFor(things, room, inRow);
        expect(scale).toBeGreaterThan(0);
        expect(Math.max(...widths) * scale + 24).toBeLessThanOrEqual(room + 1e-6);
        expect(rowsAt(scale, things, room)).toBeLessThanOrEqual(
          Math.max(Math.ceil(things.length / inRow), rowsAt(0, things, room)),
        );
      },
    ),
  );
});

test.each([
  [[{ width: 170, height: 200 }], 1],
  [
    [
      { width: 20, height: 20 },
      { width: 171, height: 20 },
    ],
    2,
  ],
  [[{ width: 20, height: 900 }], 5],
])('%j mm are printed at 1 : %i', (extents, reduction) => {
  expect(printReduction(extents)).toBe(reduction);
});
