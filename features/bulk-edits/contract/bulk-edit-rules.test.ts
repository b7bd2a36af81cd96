import { expect, test } from 'vitest';
import { MAX_AMOUNT } from '#core/contract/money.ts';
import { changedCents, type PriceChange, priceChangeError } from './bulk-edit-rules.ts';

const change = (text: string): PriceChange => {
  const [, sign, value = '', unit, round] = /^([+-])([\d.]+)( ?%|)( to dollars|)$/.exec(text) ?? [];
  return {
    kind: 'price',
    direction: sign === '+' ? 'raise' : 'lower',
    by: unit ? 'percent' : 'amount',
    value,
    round: round ? 'dollar' : 'cent',
  };
};

test.each([
  ['45.00', '+10 %', '49.50'],
  ['0.05', '+10 %', '0.06'],
  ['19.99', '-7.5 %', '18.49'],
  ['48.15', '+0.01 %', '48.15'],
  ['45.00', '+7 % to dollars', '48.00'],
  ['45.00', '+10 % to dollars', '50.00'],
  ['45.00', '-12.50', '32.50'],
  ['1.00', '+0.01', '1.01'],
])('a price of %s becomes by %s one of %s', (before, text, after) => {
  expect(changedCents(Math.round(Number(before) * 100), change(text))).toBe(
    Math.round(Number(after) * 100),
  );
});

test('a price never falls to 0 or rises beyond what the shop handles', () => {
  expect(changedCents(500, change('-5'))).toBe('too_low');
  expect(changedCents(1, change('-60 %'))).toBe('too_low');
  expect(changedCents(49, change('-0.01 to dollars'))).toBe('too_low');
  expect(changedCents(MAX_AMOUNT, change('+1000%'))).toBe('too_high');
  expect(changedCents(MAX_AMOUNT - 1, change('+0.01'))).toBe(MAX_AMOUNT);
});

test.each([
  ['percent', 'raise', '10'],
  ['percent', 'raise', '7.5 %'],
  ['percent', 'raise', ' 1000% '],
  ['percent', 'lower', '99.99'],
  ['amount', 'lower', '$1,250'],
] as const)('takes by %s to %s %s', (by, direction, value) => {
  expect(priceChangeError({ by, direction, value })).toBeUndefined();
});

test.each([
  ['percent', 'raise', '0', 'above 0'],
  ['percent', 'raise', '-5', 'above 0'],
  ['percent', 'raise', '7.555', 'percentage above 0'],
  ['percent', 'raise', '1001', 'at most 1000%'],
  ['percent', 'lower', '100', 'less than 100%'],
  ['amount', 'raise', '0', 'above 0'],
  ['amount', 'raise', 'ten', 'amount'],
] as const)('refuses by %s to %s %s in words', (by, direction, value, words) => {
  expect(priceChangeError({ by, direction, value })).toContain(words);
});
