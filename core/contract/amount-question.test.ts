import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  amountError,
  likelyAmount,
  noAmount,
  priceError,
  shippingError,
} from './amount-question.ts';
import { formatDollars, MAX_AMOUNT, parseAmount } from './money.ts';
import { AMOUNT_MESSAGE, AMOUNT_OR_BLANK, AMOUNT_OR_WORDS, PRICE_MESSAGE } from './number-words.ts';

describe('digits that are no amount', () => {
  test.each([
    ['120,50', '$120.50'],
    ['1.250,00', '$1,250.00'],
    ['1.250', '$1,250.00'],
    ['1250,5', '$1,250.50'],
    ['$1,25', '$1.25'],
    ['1,234.567,89', null],
    ['€ 120', '$120.00'],
    ['120 €', '$120.00'],
    ['€1.250,50', '$1,250.50'],
    ['US$ 120', '$120.00'],
    ['120 USD', '$120.00'],
    ['120USD', '$120.00'],
    ['120EUR', '$120.00'],
    ['CHF 1’250.50', '$1,250.50'],
    ['120.-', '$120.00'],
    ['120,–', '$120.00'],
    ['1 200', '$1,200.00'],
    ['1 250,50', '$1,250.50'],
    ['1\u00a0200', '$1,200.00'],
    ['1\u202f200', '$1,200.00'],
    ['12O', '$120.00'],
    ['l2o', '$120.00'],
    ['1OO.5O', '$100.50'],
    ['$12O', '$120.00'],
    ['１２０', '$120.00'],
    ['.5', '$0.50'],
    [',50', '$0.50'],
    ['120.', '$120.00'],
    ['120,', '$120.00'],
  ])('of %j it is asked whether %s is meant', (text, meant) => {
    const cents = likelyAmount(text);
    expect(cents === null ? null : formatDollars(cents)).toBe(meant);
    const words = meant === null ? AMOUNT_OR_WORDS : `Did you mean ${meant}?`;
    expect([priceError(text), shippingError(text)]).toEqual([words, words]);
    expect(amountError(text)).toBe(meant === null ? AMOUNT_OR_BLANK : words);
  });

  test.each([
    '-5',
    '+5',
    '1e3',
    '0x10',
    '12-15',
    '1/2',
    '1k',
    'A5',
    '50%',
    '1,2500',
    '1.25.50',
    '120.555,5555',
    '100000000',
    '١٢',
    '9'.repeat(90),
  ])('%j could mean anything, so an amount or words are asked for', (text) => {
    expect(likelyAmount(text)).toBeNull();
    expect([priceError(text), shippingError(text), amountError(text)]).toEqual([
      AMOUNT_OR_WORDS,
      AMOUNT_OR_WORDS,
      AMOUNT_OR_BLANK,
    ]);
  });

  test.each(['120', '120.5', '120.50', '1250', '1,250', '$1,250.00', ' 12 ', '99999999.99'])(
    '%j is an amount, and nothing is asked',
    (text) => {
      expect([
        priceError(text),
        shippingError(text),
        amountError(text),
        likelyAmount(text),
      ]).toEqual([undefined, undefined, undefined, null]);
    },
  );

  test.each([
    'Price on request',
    'Ask us',
    'on loan',
    'NFS',
    'about 120',
    '120 firm',
    '2 for 30',
    'Price on request, No. 12',
    'Preis auf Anfrage',
    'ooo',
    '',
  ])('%j is words, and stays so', (text) => {
    expect([priceError(text), shippingError(text), likelyAmount(text)]).toEqual([
      undefined,
      undefined,
      null,
    ]);
  });

  test('where only an amount will do, words and nothing are asked about too; a cost may be empty', () => {
    expect([noAmount('about 120'), noAmount(''), noAmount('120,50')]).toEqual([
      AMOUNT_MESSAGE,
      AMOUNT_MESSAGE,
      'Did you mean $120.50?',
    ]);
    expect([amountError('about 120'), amountError(' ')]).toEqual([AMOUNT_OR_BLANK, undefined]);
  });

  test('a price is above 0, however that is written; shipping may be 0', () => {
    for (const text of ['0', '0.00', '$0', '0,00', '€ 0'])
      expect(priceError(text), text).toBe(PRICE_MESSAGE);
    expect([shippingError('0'), shippingError('0,00')]).toEqual([undefined, 'Did you mean $0.00?']);
  });

  test('any text is an amount, asked about, or words without a doubt; what is proposed can be taken', () => {
    const digits = fc.stringMatching(/^[€$ ]{0,2}[\dOl,.’ ]{1,14}[ €-]{0,2}$/);
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), digits), (text) => {
        const cents = likelyAmount(text);
        if (cents !== null) {
          expect(Number.isSafeInteger(cents) && cents >= 0 && cents <= MAX_AMOUNT).toBe(true);
          expect(parseAmount(formatDollars(cents))).toBe(cents);
          expect(shippingError(text)).toContain(formatDollars(cents));
        }
        if (parseAmount(text) !== null)
          expect([shippingError(text), cents]).toEqual([undefined, null]);
        else if (/\d/.test(text) && !/\p{L}/u.test(text)) expect(shippingError(text)).toBeDefined();
        else if (!/\p{Nd}/u.test(text.normalize('NFKC')))
          expect(shippingError(text)).toBeUndefined();
      }),
    );
  });
});
