import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalise, searchWords } from '#server/platform/search-words.ts';
import { searchTextOf } from './search-text.ts';

describe('normalised text', () => {
  test.each([
    ['Améthyste', 'amethyste'],
    ['GROSSULÁR', 'grossular'],
    ['Weißbleierz', 'weissbleierz'],
    ['WEIẞ', 'weiss'],
    ['Ojuela  Mine,\n Mapimí', 'ojuela mine, mapimi'],
    ['ﬂuorite', 'fluorite'],
    ['H₂O', 'h2o'],
    ['İznik', 'iznik'],
    ['Ａｇａｔｅ', 'agate'],
    ['紫水晶', '紫水晶'],
  ])('%j is seen as %j', (text, expected) => {
    expect(normalise(text)).toBe(expected);
  });

  test('composed and decomposed forms are the same, and normalising twice changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = normalise(text);
        expect(normalise(text.normalize('NFD'))).toBe(normalise(text.normalize('NFC')));
        expect(normalise(once)).toBe(once);
      }),
    );
  });
});

describe('search terms', () => {
  test('are words in any number of spaces, each once', () => {
    expect(searchWords('  Quartz\tquartz  Veracruz ')).toEqual(['quartz', 'veracruz']);
    expect(searchWords(' \n ')).toEqual([]);
  });

  test('keep every other character as text', () => {
    expect(searchWords(`100% _ \\ ' " "rose quartz" -pink (a|b)* AND`)).toEqual([
      '100%',
      '_',
      '\\',
      "'",
      '"',
      '"rose',
      'quartz"',
      '-pink',
      '(a|b)*',
      'and',
    ]);
  });

  test('are cut at 200 characters, never inside one', () => {
    expect(searchWords('💎'.repeat(300))).toEqual(['💎'.repeat(200)]);
    expect(searchWords(`${'a'.repeat(199)} bcd`)).toEqual(['a'.repeat(199)]);
  });
});

test('title, description, origin, category and tags are searched', () => {
  const specimen = { title: 'Améthyste', description: 'Points', origin: 'Las Vigas', category: 'Crystals', tags: ['Purple', 'old stock'] };
  expect(searchTextOf(specimen)).toBe('amethyste points las vigas crystals purple old stock');
});
