import { describe, expect, test } from 'vitest';
import { bothDecimals, currenciesIn, type Decimals, decimalsIn, readFigure } from './figures.ts';

describe('the sign before decimals', () => {
  test.each([
    ['19.99', '.'],
    ['19,9', ','],
    ['1.234,5', ','],
    ['1,234.5', '.'],
    // Two of one sign separate thousands.
    ['1.234.567', ','],
    ['1,234,567', '.'],
    // Thousands never have four digits, nor a lone zero, before the sign.
    ['1234.567', '.'],
    ['0,212', ','],
    ['$ 19.99', '.'],
    ['250,-', null],
  ] as const)('%s proves %s', (text, sign) => {
    expect(decimalsIn(text)).toBe(sign);
  });

  test.each(['1.234', '12,345', '123.456', '123,456', '250', '', 'ask', '12.', '.5', '1.2.x'])(
    'nothing is proved by “%s”',
    (text) => {
      expect(decimalsIn(text)).toBeNull();
    },
  );

  test.each([
    [null, null, null],
    [null, '.', '.'],
    [',', null, ','],
    ['.', '.', '.'],
    ['.', ',', 'mixed'],
    ['mixed', '.', 'mixed'],
    ['mixed', null, 'mixed'],
  ] as [Decimals, Decimals, Decimals][])('of a column: %s and %s are %s', (one, other, both) => {
    expect(bothDecimals(one, other)).toBe(both);
  });
});

describe('a figure', () => {
  test.each([
    ['19.99', null, 19.99],
    ['1,234.50', null, 1234.5],
    ['1.234,50', null, 1234.5],
    ['1 234,50 €', null, 1234.5],
    ['1’234.50 CHF', null, 1234.5],
    ['250,-', null, 250],
    ['1.250', null, 1250],
    ['1.250', ',', 1250],
    ['1.250', '.', 1.25],
    ['1,250', '.', 1250],
    ['1,250', ',', 1.25],
    ['123.456', '.', 123.456],
    // What proves its own sign does not follow the column.
    ['19.99', ',', 19.99],
    ['0,212', '.', 0.212],
    ['1.234.567', '.', 1_234_567],
  ] as [string, Decimals, number][])('“%s” in a column with %s is %d', (text, decimals, figure) => {
    expect(readFigure(text, decimals)).toBe(figure);
  });

  test('that could be either is unclear where the column has both signs', () => {
    expect(readFigure('1.250', 'mixed')).toBe('unclear');
    expect(readFigure('12,5', 'mixed')).toBe(12.5);
    expect(readFigure('1250', 'mixed')).toBe(1250);
  });

  test.each(['', 'ask', '12-15', '1.2.3,4,5', '12,34.567,8', '12 34', '1,23,456.5', '-5'])(
    'is none in “%s”',
    (text) => {
      expect(readFigure(text, null)).toBeNull();
    },
  );
});

test('currencies are found by sign, code and word, not within words', () => {
  expect(currenciesIn('€ 12 / $ 14 / 10 GBP / 3 SFr. / 5 euros / 2 dollars')).toEqual([
    'EUR',
    'USD',
    'GBP',
    'CHF',
    'EUR',
    'USD',
  ]);
  expect(currenciesIn('Europium from Fresno')).toEqual([]);
});
