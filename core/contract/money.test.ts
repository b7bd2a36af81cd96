import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  canonicalPrice,
  formatAmount,
  formatDollars,
  MAX_AMOUNT,
  parseAmount,
  parsePrice,
  parseShipping,
} from './money.ts';

const cents = fc.integer({ min: 0, max: MAX_AMOUNT });

describe('amounts', () => {
  test.each([
    ['1250', 1250_00],
    ['1250.5', 1250_50],
    ['1250.50', 1250_50],
    ['$1,250', 1250_00],
    ['$ 1,250.00', 1250_00],
    [' 12 ', 12_00],
    ['0', 0],
    ['0.01', 1],
    ['1,234,567.89', 1_234_567_89],
    ['007', 7_00],
    ['99999999.99', MAX_AMOUNT],
  ])('%j is read as %i cents', (text, expected) => {
    expect(parseAmount(text)).toBe(expected);
  });

  test.each([
    '',
    ' ',
    'Price on request',
    '-1',
    '+1',
    '1.234',
    '1.',
    '.5',
    '1,25',
    '12,50',
    '1,2500',
    '1250,00',
    ',100',
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    '12 USD',
    '€12',
    '$',
    '1 250',
    '١٢',
    '100000000',
    '9'.repeat(400),
  ])('%j is no amount', (text) => {
    expect(parseAmount(text)).toBeNull();
  });

  test('every amount is read as it was written, with and without thousands separators', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(parseAmount(formatAmount(amount))).toBe(amount);
        expect(parseAmount(formatDollars(amount))).toBe(amount);
        expect(canonicalPrice(formatDollars(amount))).toBe(formatAmount(amount));
      }),
    );
  });

  test('any text gives either null or whole cents within the bounds', () => {
    const numeric = fc.stringMatching(/^[$ ]{0,2}[\d,.]{0,14}$/);
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), numeric), (words) => {
        const amount = parseAmount(words);
        expect(Number.isSafeInteger(amount ?? 0)).toBe(true);
        expect(amount ?? 0).toBeGreaterThanOrEqual(0);
        expect(amount ?? 0).toBeLessThanOrEqual(MAX_AMOUNT);
        if (amount !== null) expect(words).not.toMatch(/,\d{1,2}(\D|$)|,\d{4}/);
      }),
    );
  });
});

describe('prices and shipping', () => {
  test('a price can be paid only if it is above 0', () => {
    expect(parsePrice('0.01')).toBe(1);
    expect(parsePrice('0')).toBeNull();
    expect(parsePrice('0.00')).toBeNull();
    expect(parsePrice('Price on request')).toBeNull();
    expect(parsePrice(null)).toBeNull();
    expect(parsePrice(undefined)).toBeNull();
  });

  test('empty shipping is free, and other text has no amount', () => {
    expect(parseShipping('')).toBe(0);
    expect(parseShipping('  ')).toBe(0);
    expect(parseShipping(null)).toBe(0);
    expect(parseShipping('0')).toBe(0);
    expect(parseShipping('$12.5')).toBe(12_50);
    expect(parseShipping('ask us')).toBeNull();
  });

  test('a typed amount is stored with two decimals, other text as it is', () => {
    expect(canonicalPrice('$1,250')).toBe('1250.00');
    expect(canonicalPrice('1250.5')).toBe('1250.50');
    expect(canonicalPrice('  Price on request ')).toBe('Price on request');
    expect(canonicalPrice('12,50')).toBe('12,50');
    expect(canonicalPrice('   ')).toBeNull();
    expect(canonicalPrice(null)).toBeNull();
  });

  test('amounts are formatted with two decimals for the API and as dollars for pages', () => {
    expect([0, 5, 100, 125_000, 1_234_567_89].map(formatAmount)).toEqual([
      '0.00',
      '0.05',
      '1.00',
      '1250.00',
      '1234567.89',
    ]);
    expect([0, 5, 100, 125_000, 1_234_567_89].map(formatDollars)).toEqual([
      '$0.00',
      '$0.05',
      '$1.00',
      '$1,250.00',
      '$1,234,567.89',
    ]);
    expect(formatAmount(-5)).toBe('-0.05');
  });
});
