import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { distance } from '#tests/support/typing.ts';
import { deletionKeysOf, fuzzyMatch, MIN_FUZZY_LENGTH } from './fuzzy-matching.ts';

// Few letters, so that errors meet their like.
const letters = (least: number) =>
  fc.string({ unit: fc.constantFrom('a', 'b', 'c', '𝛀'), minLength: least, maxLength: 9 });

describe('a typing error', () => {
  test.each([
    ['amethist', 'amethyst', 'token'],
    ['amehtyst', 'amethyst', 'token'],
    ['amethst', 'amethyst', 'token'],
    ['ammethyst', 'amethyst', 'token'],
    ['opals', 'opal', 'token'],
    ['amehty', 'amethyst', 'prefix'],
    ['aemth', 'amethyst', 'prefix'],
    ['amithist', 'amethyst', null],
    ['quartz', 'topaz', null],
  ])('%s for %s: %s', (typed, existing, expected) =>
    expect(fuzzyMatch(typed, existing)).toBe(expected),
  );

  test('is one insertion, deletion, replacement or exchange, in the word or in its beginning', () => {
    fc.assert(
      fc.property(letters(MIN_FUZZY_LENGTH), letters(1), (typed, existing) => {
        fc.pre(!existing.startsWith(typed));
        const points = Array.from(existing);
        const isWord = distance(typed, existing) === 1;
        const isBeginning = points.some(
          (_, end) => distance(typed, points.slice(0, end + 1).join('')) <= 1,
        );
        expect(fuzzyMatch(typed, existing)).toBe(isWord ? 'token' : isBeginning ? 'prefix' : null);
      }),
      { numRuns: 5_000 },
    );
  });

  test('always leaves a key in common', () => {
    fc.assert(
      fc.property(letters(MIN_FUZZY_LENGTH), letters(4), (typed, existing) => {
        if (fuzzyMatch(typed, existing) === null) return;
        expect(
          deletionKeysOf(existing).filter((key) => deletionKeysOf(typed).includes(key)),
        ).not.toEqual([]);
      }),
      { numRuns: 5_000 },
    );
  });
});
