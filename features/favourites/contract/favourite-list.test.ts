import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { specimenList } from '#core/contract/catalogue/specimen-lists.ts';
import {
  MAX_FAVOURITES,
  parseFavourites,
  readFavourites,
  restoredFavourite,
  withFavourites,
  withoutFavourite,
} from './favourite-list.ts';

const many = (count: number, first = 1) =>
  Array.from({ length: count }, (_, index) => first + index);

describe('a list in a link', () => {
  test.each([
    ['12,37,40', [12, 37, 40]],
    ['12.37.40', [12, 37, 40]],
    ['12, 37,,12', [12, 37]],
    ['12-amethyst-veracruz,37', [12, 37]],
    ['', []],
    [undefined, []],
  ])('%j names the pieces %j', (list, ids) => {
    expect(parseFavourites(list)).toEqual({ ids, surplus: 0, hasNonsense: false });
  });

  test('tells nonsense apart, and is cut off where it is full', () => {
    expect(parseFavourites('12,quartz,0,-3')).toEqual({ ids: [12], surplus: 0, hasNonsense: true });
    expect(parseFavourites(many(MAX_FAVOURITES + 2).join())).toEqual({
      ids: many(MAX_FAVOURITES),
      surplus: 2,
      hasNonsense: false,
    });
    expect(parseFavourites(specimenList(many(MAX_FAVOURITES, 2_000_000_000))).ids).toHaveLength(
      MAX_FAVOURITES,
    );
  });
});

test('whatever is stored or linked is a list of different ids with an end, and is read again as it was', () => {
  const part = fc.oneof(
    fc.integer({ min: -2, max: 12 }).map(String),
    fc.string(),
    fc.constantFrom(',', '.', '[', ']', '"', 'null'),
  );
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 40 }),
      fc.constantFrom(',', '.', ''),
      (parts, between) => {
        const text = parts.join(between);
        for (const ids of [parseFavourites(text).ids, readFavourites(text)]) {
          expect(new Set(ids).size).toBe(ids.length);
          expect(ids.every((id) => Number.isSafeInteger(id) && id > 0)).toBe(true);
          expect(parseFavourites(specimenList(ids)).ids).toEqual(ids);
          expect(readFavourites(JSON.stringify(ids))).toEqual(ids);
        }
      },
    ),
  );
});

test.each([null, '', '[]', 'null', '{"id":7}', '[[7]]'])('%j in the storage is no list', (text) => {
  expect(readFavourites(text)).toEqual([]);
});

describe('a device’s list', () => {
  test('gets pieces behind those it has, each once, and counts those for which it has no room', () => {
    expect(withFavourites([3, 1], [1, 2])).toEqual({ ids: [3, 1, 2], surplus: 0 });
    expect(withFavourites(many(MAX_FAVOURITES), [2, 900, 901])).toEqual({
      ids: many(MAX_FAVOURITES),
      surplus: 2,
    });
  });

  test('gets a removed piece back to where it stood, unless it has it again or is full', () => {
    expect(restoredFavourite(withoutFavourite([3, 1, 2], 1), 1, 1)).toEqual([3, 1, 2]);
    expect(restoredFavourite([3, 1], 1, 0)).toEqual([3, 1]);
    expect(restoredFavourite(many(MAX_FAVOURITES), 900, 0)).toEqual(many(MAX_FAVOURITES));
  });
});
