import fc from 'fast-check';
import { expect, test } from 'vitest';
import { specimenQuery } from '#core/contract/catalogue/specimens.ts';
import { listCacheKey, readListTarget } from './public-list.service.ts';

test.each([
  ['/api/specimens', '/api/specimens'],
  ['/api/specimens?', '/api/specimens'],
  ['/api/specimens?visible=true', '/api/specimens'],
  ['/api/specimens?limit=24&visible=true', '/api/specimens?limit=24'],
  [
    '/api/specimens?limit=5&sort=price-up&search=%20a',
    '/api/specimens?search=a&sort=price-up&limit=5',
  ],
  [`/api/specimens?search=${'x'.repeat(900)}`, `/api/specimens?search=${'x'.repeat(200)}`],
  ['/api/specimens?limit=05', null],
  ['/api/specimens?limit=101', null],
  ['/api/specimens?limit=5&limit=6', null],
  ['/api/specimens?visible=false', null],
  ['/api/specimens?utm=1', null],
  ['/api/specimens?search=', null],
  ['/api/specimens?minPrice=1,250', null],
  ['/api/specimens?minPrice=-5', null],
  ['/api/specimens?values=all', null],
  [
    '/api/specimens?sold=hide&species=quartz&limit=5',
    '/api/specimens?species=quartz&sold=hide&limit=5',
  ],
  ['/api/specimens?category=Minerals&category=Fossils', null],
  ['/api/specimens?search=a?limit=5', '/api/specimens?search=a%3Flimit%3D5'],
  ['/api/specimens?__proto__=1', null],
  ['/api/specimens?minPrice=1+', null],
  ['/api/specimens?cursor=abc+', null],
  ['/api/specimens/', null],
  ['/api/specimens/12', null],
  ['/API/specimens', null],
])('%s is cached under %s', (target, cacheKey) => {
  expect(readListTarget(target)?.cacheKey ?? null).toBe(cacheKey);
});

test('what is cached is the list that was requested, under a cache key that reads back as itself', () => {
  const value = fc.oneof(
    fc.string({ maxLength: 6 }),
    fc.constantFrom('1', '12.50', 'sold', 'Minerals', 'newest', 'true', 'abc_-'),
  );
  const name = fc.constantFrom(
    'search',
    'category',
    'status',
    'minPrice',
    'maxPrice',
    'sort',
    'limit',
    'cursor',
    'visible',
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value), { maxLength: 4 }), (pairs) => {
      const list = readListTarget(`/api/specimens?${new URLSearchParams(pairs)}`);
      expect(list?.query.visible).toBeUndefined();
      if (!list) return;
      const { visible, search, ...meant } = specimenQuery.parse(Object.fromEntries(pairs));
      const { search: searched, ...rest } = list.query;
      expect(rest).toEqual(meant);
      expect(searched ?? '').toBe((search ?? '').trim());
      expect(readListTarget(list.cacheKey)).toEqual(list);
      expect(listCacheKey(list.query)).toBe(list.cacheKey);
    }),
    { numRuns: 2_000 },
  );
});
