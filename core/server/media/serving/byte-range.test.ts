import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRange } from './byte-range.ts';

test.each([
  ['bytes=0-4', { start: 0, end: 4 }],
  ['bytes=5-', { start: 5, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=8-99', { start: 8, end: 9 }],
  ['bytes=-99', { start: 0, end: 9 }],
  ['bytes=0-99999999999999999999999', { start: 0, end: 9 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=10-12', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=4-2', 'whole'],
  ['bytes=0-1,4-5', 'whole'],
  ['bytes=a-b', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=', 'whole'],
  ['items=0-1', 'whole'],
  ['', 'whole'],
  [undefined, 'whole'],
])('the range %j of ten bytes is read as %j', (header, expected) => {
  expect(readRange(header, 10)).toEqual(expected);
});

test('no range of an empty file can be satisfied', () => {
  expect(readRange('bytes=0-', 0)).toBe('unsatisfiable');
});

test('a range never extends beyond the file', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.nat(1_000), (first, last, size) => {
      for (const header of [`bytes=${first}-${last}`, `bytes=${first}-`, `bytes=-${last}`]) {
        const range = readRange(header, size);
        if (typeof range === 'object')
          expect(0 <= range.start && range.start <= range.end && range.end < size).toBe(true);
      }
    }),
  );
});
