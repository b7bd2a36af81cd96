import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseGallerySearch } from './gallery-search.ts';
import { specimenQuery } from './specimens.ts';

test('every valid parameter of the gallery is read', () => {
  const all = {
    search: 'quartz',
    category: 'Minerals',
    status: 'sold',
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
  [{ minPrice: '-1', maxPrice: '1e3' }],
  [{ minPrice: '1,250', maxPrice: '12.345' }],
  [{ cursor: '../etc', utm_source: 'mail', page: '2' }],
  [{ search: 12, category: ['Minerals'], minPrice: {} }],
])('%j gives the plain list', (raw) => {
  expect(parseGallerySearch(raw)).toEqual({});
});

test('markup, special characters and half a character are searched for as text', () => {
  expect(parseGallerySearch({ search: '<b>100% "x" & +</b>' })).toEqual({ search: '<b>100% "x" & +</b>' });
  expect(parseGallerySearch({ search: 'a\0b\ud800' })).toEqual({ search: 'ab\ufffd' });
  expect(parseGallerySearch({ search: 'x'.repeat(500) }).search).toHaveLength(200);
  expect(parseGallerySearch({ search: `${'x'.repeat(199)}💎💎` }).search).toBe(`${'x'.repeat(199)}💎`);
});

test('whatever the URL contains, the API accepts what is read from it', () => {
  const anything = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('Minerals', 'sold', 'price-up', '12.50', '0', 'abc'));
  const queries = fc.record(
    { search: anything, category: anything, status: anything, minPrice: anything, maxPrice: anything, sort: anything, cursor: anything },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(queries, (raw) => {
      expect(specimenQuery.safeParse(parseGallerySearch(raw)).success).toBe(true);
    }),
  );
});

test('reading a parsed search again changes nothing', () => {
  const anything = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.constant(`${'x'.repeat(199)}💎 `));
  fc.assert(
    fc.property(fc.record({ search: anything, minPrice: anything, cursor: anything }, { requiredKeys: [] }), (raw) => {
      const once = parseGallerySearch(raw);
      expect(parseGallerySearch(once)).toEqual(once);
    }),
  );
});
