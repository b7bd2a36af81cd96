import fc from 'fast-check';
import { expect, test } from 'vitest';
import { specimenSorts } from '#core/contract/catalogue/specimen-sorts.ts';
import { Problem } from '#core/contract/problems.ts';
import { decodeCursor, encodeCursor } from './specimen-cursor.ts';

const id = fc.integer({ min: 1, max: 2_147_483_647 });
const instant = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString());
const cents = fc.option(fc.maxSafeInteger());

test('a position is read as it was written', () => {
  fc.assert(
    fc.property(instant, cents, id, (created, price, specimenId) => {
      expect(
        decodeCursor(encodeCursor('newest', { key: created, id: specimenId }), 'newest'),
      ).toEqual({ key: created, id: specimenId });
      for (const sort of ['price-up', 'price-down'] as const) {
        expect(decodeCursor(encodeCursor(sort, { key: price, id: specimenId }), sort)).toEqual({
          key: price,
          id: specimenId,
        });
      }
    }),
  );
});

test('a cursor of one sort is refused by every other sort', () => {
  const cursor = encodeCursor('price-up', { key: 100, id: 1 });
  expect(() => decodeCursor(cursor, 'price-down')).toThrow(Problem);
  expect(() => decodeCursor(cursor, 'newest')).toThrow(Problem);
});

test('days that do not exist, ids no database holds and other shapes are refused', () => {
  const bad: unknown[] = [
    ['newest', '2026-02-30T00:00:00.000Z', 1],
    ['newest', '0000-01-01T00:00:00.000Z', 1],
    ['newest', 'yesterday', 1],
    ['newest', null, 1],
    ['newest', '2026-02-20T00:00:00.000Z', 0],
    ['newest', '2026-02-20T00:00:00.000Z', 2 ** 31],
    ['newest', '2026-02-20T00:00:00.000Z', 1, 1],
    ['newest'],
    { sort: 'newest' },
    null,
    'newest',
  ];
  for (const value of bad) {
    expect(
      () => decodeCursor(Buffer.from(JSON.stringify(value)).toString('base64url'), 'newest'),
      JSON.stringify(value),
    ).toThrow(Problem);
  }
});

test('any text is either read as a position or refused', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.base64String(), fc.json().map(btoaUrl)),
      fc.constantFrom(...specimenSorts),
      (cursor, sort) => {
        expect(() => decodeCursor(cursor, sort)).toThrow(Problem);
      },
    ),
  );
});

function btoaUrl(text: string) {
  return Buffer.from(text).toString('base64url');
}
