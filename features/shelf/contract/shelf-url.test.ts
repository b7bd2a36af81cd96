import fc from 'fast-check';
import { expect, test } from 'vitest';
import { specimenList } from '#core/contract/catalogue/specimen-lists.ts';
import { canonicalShelf, MAX_SHELF, parseShelf } from './shelf-url.ts';

test.each([
  ['12,37,40', [12, 37, 40]],
  ['12.37.40', [12, 37, 40]],
  ['12, 37,,12', [12, 37]],
  ['12-amethyst-veracruz,37', [12, 37]],
  ['', []],
  [undefined, []],
])('%j names the pieces %j', (list, ids) => {
  expect(parseShelf(list)).toEqual({ ids, surplus: null, hasNonsense: false });
});

test('nonsense in a list and more than a shelf holds are told apart', () => {
  expect(parseShelf('12,quartz,0,-3')).toEqual({ ids: [12], surplus: null, hasNonsense: true });
  expect(parseShelf('1,2,3,4,5,6,7,8')).toEqual({
    ids: [1, 2, 3, 4, 5, 6],
    surplus: 7,
    hasNonsense: false,
  });
});

test('whatever a list is, its one spelling leads to the same page and is its own', () => {
  const part = fc.oneof(
    fc.integer({ min: -2, max: 12 }).map(String),
    fc.string(),
    fc.constantFrom(',', '.', ' ', '%2C'),
  );
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 40 }),
      fc.constantFrom(',', '.', ''),
      (parts, between) => {
        const list = parts.join(between);
        const one = canonicalShelf(list);
        expect(parseShelf(one)).toEqual(parseShelf(list));
        expect(canonicalShelf(one)).toBe(one);
        expect(parseShelf(list).ids.length).toBeLessThanOrEqual(MAX_SHELF);
        expect(parseShelf(specimenList(parseShelf(list).ids)).ids).toEqual(parseShelf(list).ids);
      },
    ),
  );
});
