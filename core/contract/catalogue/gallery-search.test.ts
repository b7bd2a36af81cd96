import fc from 'fast-check';
import { expect, test } from 'vitest';
import { filterNames } from './filters.ts';
import { listedSearch, parseGallerySearch } from './gallery-search.ts';
import { specimenQuery } from './specimens.ts';

test('every valid parameter of the gallery is read', () => {
  const all = {
    search: 'quartz',
    category: 'Minerals',
    status: 'sold',
    species: 'fluorite',
    locality: '12',
    size: 'small-cabinet',
    colour: 'violet',
    fluorescent: 'yes',
    disclosure: 'none',
    days: '30',
    sold: 'hide',
    values: 'all',
    minPrice: '10',
    maxPrice: '99.50',
    sort: 'price-up',
    cursor: 'abc_DEF-123',
  };
  expect(parseGallerySearch(all)).toEqual(all);
  expect(parseGallerySearch({ search: '  two words ' })).toEqual({ search: 'two words' });
});

test.each([
  [{}],
  [{ search: '', category: '', minPrice: '' }],
  [{ search: '   ' }],
  [{ category: 'Fakes', status: 'lost', sort: 'random' }],
  [{ category: 'minerals' }],
  [
    {
      species: '!',
      locality: 'Namibia',
      size: ' ',
      fluorescent: 'no',
      disclosure: 'all',
      days: '8',
      sold: 'show',
    },
  ],
  [{ cursor: '../etc', utm_source: 'mail', page: '2' }],
  [{ search: 12, category: ['Minerals'], minPrice: {} }],
])('%j gives the plain list', (raw) => {
  expect(parseGallerySearch(raw)).toEqual({});
});

test('prices are read as they are typed, and species by their names', () => {
  expect(parseGallerySearch({ minPrice: '$1,000', maxPrice: ' 2,500.50 ' })).toEqual({
    minPrice: '1000',
    maxPrice: '2500.50',
  });
  expect(parseGallerySearch({ species: 'Fluorite', colour: 'Violet' })).toEqual({
    species: 'fluorite',
    colour: 'violet',
  });
});

test.each(['-5', '1e3', '12.345', 'cheap', '1,00'])(
  'the price %s is kept for the page to refuse, and no list is asked for it',
  (price) => {
    const search = parseGallerySearch({ minPrice: price, maxPrice: '10' });
    expect(search).toEqual({ minPrice: price, maxPrice: '10' });
    expect(listedSearch(search)).toEqual({ maxPrice: '10' });
  },
);

test('markup, special characters and half a character are searched for as text', () => {
  expect(parseGallerySearch({ search: '<b>100% "x" & +</b>' })).toEqual({
    search: '<b>100% "x" & +</b>',
  });
  expect(parseGallerySearch({ search: 'a\0b\ud800' })).toEqual({ search: 'ab\ufffd' });
  expect(parseGallerySearch({ search: 'x'.repeat(500) }).search).toHaveLength(200);
  expect(parseGallerySearch({ search: `${'x'.repeat(199)}💎💎` }).search).toBe(
    `${'x'.repeat(199)}💎`,
  );
});

test('whatever the URL contains, the API accepts what is read from it', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('Minerals', 'sold', 'price-up', '12.50', '0', 'abc'),
  );
  const queries = fc.record(
    Object.fromEntries(
      [...filterNames, 'search', 'sort', 'cursor'].map((name) => [name, anything]),
    ),
    {
      requiredKeys: [],
    },
  );
  fc.assert(
    fc.property(queries, (raw) => {
      expect(specimenQuery.safeParse(listedSearch(parseGallerySearch(raw))).success).toBe(true);
    }),
  );
});

test('reading a parsed search again changes nothing', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.constant(`${'x'.repeat(199)}💎 `),
  );
  fc.assert(
    fc.property(
      fc.record(
        { search: anything, minPrice: anything, species: anything, cursor: anything },
        { requiredKeys: [] },
      ),
      (raw) => {
        const once = parseGallerySearch(raw);
        expect(parseGallerySearch(once)).toEqual(once);
      },
    ),
  );
});
