import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDimensionsIn, inMillimetres, parseDimensions, type Unit } from './dimensions.ts';

const mm = (text: string) => {
  const parsed = parseDimensions(text);
  return parsed && inMillimetres(parsed).map((value) => Math.round(value * 1000) / 1000);
};
const both = (text: string) => {
  const parsed = parseDimensions(text);
  return parsed && [formatDimensionsIn(parsed, 'cm'), formatDimensionsIn(parsed, 'in')];
};

describe('parsing dimensions', () => {
  test.each<[string, number[]]>([
    ['6.2 x 4.1 x 3.8 cm', [62, 41, 38]],
    ['6.2 × 4.1 × 3.8 cm', [62, 41, 38]],
    ['6.2X4.1X3.8CM', [62, 41, 38]],
    ['6.2 * 4.1 * 3.8 cm.', [62, 41, 38]],
    ['6,2 x 4,1 x 3,8 cm', [62, 41, 38]],
    ['62 by 41 by 38 mm', [62, 41, 38]],
    ['6.2 cm x 41 mm', [62, 41]],
    ['6.2 cm x 4.1 x 3.8', [62, 41, 38]],
    ['6 x 41 mm x 2 in', [6, 41, 50.8]],
    ['5 cm', [50]],
    ['  5cm ', [50]],
    ['3 inches', [76.2]],
    ['1 inch x 2 inches', [25.4, 50.8]],
    ['2.5 x 3 in.', [63.5, 76.2]],
    ['2 1/2"', [63.5]],
    ['2½" x 3¼”', [63.5, 82.55]],
    ["2-1/2'' × 1/2''", [63.5, 12.7]],
    ['2 1⁄2 in', [63.5]],
    ['8.8 × 8.8 × 5.6 mm', [8.8, 8.8, 5.6]],
  ])('“%s” is read', (text, expected) => expect(mm(text)).toEqual(expected));

  test.each([
    '',
    '6.2 x 4.1 x 3.8',
    '3-5 cm',
    '3–5 cm',
    '3 to 5 cm',
    'ca. 6 cm',
    '~6 cm',
    '6 cm tall',
    '6.2 x 4.1 cm (without the base)',
    '6.2, 4.1, 3.8 cm',
    '1,250 mm',
    '0 x 4 cm',
    '1 x 2 x 3 x 4 cm',
    '6 x cm',
    'x 6 cm',
    '6 xx 4 cm',
    '2 5/2 in',
    '1/0 in',
    '-6 cm',
    '6 m',
    '6 constructor',
    'thumbnail',
    '2 in 3/4',
    '1e3 mm',
    '99999 cm',
  ])('“%s” has no dimensions', (text) => expect(parseDimensions(text)).toBeNull());

  test('no text makes the parser throw', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9 .,x×/"½cmin-]*$/)), (text) => {
        const parsed = parseDimensions(text);
        expect(parsed?.length ?? 0).toBeLessThanOrEqual(3);
        for (const value of parsed ? inMillimetres(parsed) : [])
          expect(value > 0 && Number.isFinite(value)).toBe(true);
      }),
    );
  });

  const figure = fc.record({
    tenths: fc.integer({ min: 1, max: 9_999 }),
    unit: fc.constantFrom<Unit>('mm', 'cm', 'in'),
  });
  const separator = fc.constantFrom(' x ', 'x', ' × ', '×', ' X ', ' * ', ' by ');
  const MM = { mm: 1, cm: 10, in: 25.4 };

  test('every way of writing the same dimensions is read alike', () => {
    fc.assert(
      fc.property(
        fc.array(figure, { minLength: 1, maxLength: 3 }),
        separator,
        fc.constantFrom('.', ','),
        (figures, by, point) => {
          const text = figures
            .map(({ tenths, unit }) => `${(tenths / 10).toFixed(1).replace('.', point)} ${unit}`)
            .join(by);
          const expected = figures.map(({ tenths, unit }) => (tenths / 10) * MM[unit]);
          const read = inMillimetres(parseDimensions(text) ?? []);
          expect(read).toHaveLength(expected.length);
          for (const [index, value] of read.entries())
            expect(value).toBeCloseTo(expected[index] ?? 0, 6);
        },
      ),
    );
  });

  test('formatted dimensions are read again, as exactly as they were rounded', () => {
    fc.assert(
      fc.property(
        fc.array(figure, { minLength: 1, maxLength: 3 }),
        fc.constantFrom('cm', 'in'),
        (figures, shown) => {
          const typed = parseDimensions(
            figures.map(({ tenths, unit }) => `${tenths / 10} ${unit}`).join(' x '),
          );
          if (!typed) throw new Error('a plain size was not read');
          const again = parseDimensions(formatDimensionsIn(typed, shown));
          if (!again) throw new Error('what is shown cannot be read');
          const before = inMillimetres(typed);
          for (const [index, value] of inMillimetres(again).entries()) {
            const step = MM[shown] * 10 ** -(again[index]?.decimals ?? 0);
            expect(Math.abs(value - (before[index] ?? 0))).toBeLessThanOrEqual(step / 2 + 1e-6);
          }
        },
      ),
    );
  });
});

describe('formatting dimensions', () => {
  test.each<[string, string, string]>([
    ['6.2 x 4.1 x 3.8 cm', '6.2 × 4.1 × 3.8 cm', '2.4 × 1.6 × 1.5 in'],
    ['7.0 x 6.2 x 4.8 cm', '7.0 × 6.2 × 4.8 cm', '2.8 × 2.4 × 1.9 in'],
    ['62 x 41 mm', '6.2 × 4.1 cm', '2.4 × 1.6 in'],
    ['8.8 × 8.8 × 5.6 mm', '0.88 × 0.88 × 0.56 cm', '0.35 × 0.35 × 0.22 in'],
    ['7.7 × 6.9 × 0.3 cm', '7.7 × 6.9 × 0.3 cm', '3.03 × 2.72 × 0.12 in'],
    ['2 1/2" x 3"', '6.4 × 7.6 cm', '2.5 × 3 in'],
    ['1 3/8 in', '3.5 cm', '1.375 in'],
    ['1 mm', '0.1 cm', '0.039 in'],
  ])('“%s” is shown in centimetres and inches', (text, cm, inches) =>
    expect(both(text)).toEqual([cm, inches]),
  );
});
