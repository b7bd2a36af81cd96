import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isOneLine } from '#core/contract/one-line.ts';
import { labelCodeOf, readLabelCode } from './label-code.ts';

const shop = ['https://druse.example', 'http://localhost:3000'];

test('every catalogue number is read from its label as it was printed', () => {
  const number = fc
    .string({ minLength: 1, maxLength: 40, unit: 'grapheme' })
    .filter(
      (text) =>
        text.length <= 40 &&
        text.trim() === text &&
        isOneLine(text) &&
        !/[\u00ad\u061c\u200b\u200e\u200f\u2060\ufeff]/.test(text),
    );
  fc.assert(
    fc.property(number, (catalogueNumber) => {
      expect(readLabelCode(labelCodeOf(catalogueNumber), shop)).toEqual({ catalogueNumber });
    }),
  );
});

test.each([
  ['DRUSE:W-041', { catalogueNumber: 'W-041' }],
  ['druse: W-041 ', { catalogueNumber: 'W-041' }],
  ['https://druse.example/specimen/12', { specimenId: 12 }],
  ['http://druse.example/specimen/12-fluorite-rogerley', { specimenId: 12 }],
  ['https://druse.example/specimen/12?from=label', { specimenId: 12 }],
  ['http://localhost:3000/specimen/7', { specimenId: 7 }],
  ['http://localhost:4000/specimen/7', null],
  ['https://other.example/specimen/12', null],
  ['https://druse.example/certificate/K7XM-2P', null],
  ['https://druse.example/specimen/0', null],
  ['https://druse.example/specimen/99999999999', null],
  ['https://druse.example/specimen/%E0%A4%A', null],
  ['https://druse.example.evil.example/specimen/12', null],
  ['ftp://druse.example/specimen/12', null],
  ['javascript:alert(1)', null],
  ['DRUSE:', null],
  ['DRUSE:  ', null],
  [`DRUSE:${'9'.repeat(41)}`, null],
  ['DRUSE:W\n041', null],
  ['DRUSE:\u200fW-041', null],
  ['DRUSE:W\u200b-041', null],
  ['W-041', null],
  ['', null],
])('the code %j names %j', (text, named) => expect(readLabelCode(text, shop)).toEqual(named));

test('nothing that a code may say is an error', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, url) => {
      expect(() => readLabelCode(text, [url])).not.toThrow();
    }),
  );
});
