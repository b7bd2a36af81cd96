import { expect, test } from 'vitest';
import { pageCacheKey, parsePageUrl } from '#core/server/storefront/pages/page-url.ts';

test.each([
  ['/species/fluorite?utm=1', '/species/fluorite'],
  ['/species/Fluorite', null],
  ['/species/fool%E2%80%99s-gold', null],
  ['/species/%zz', null],
  ['/locality/12-any?utm=1', '/locality/12-any'],
  ['/locality/12', '/locality/12'],
  ['/locality/12-Any', null],
  ['/locality/012', null],
  ['/locality/naica', null],
])('the cache key of %s is %s', (target, key) => {
  expect(pageCacheKey(target)).toBe(key);
});

test.each([
  ['/species/Fool%E2%80%99s%20gold?a=b', '/species/Fool%E2%80%99s%20gold'],
  ['/locality/12-any?a=b', '/locality/12-any'],
])('%s is another spelling of a page, or none', (target, path) => {
  expect(parsePageUrl(target)).toMatchObject({ kind: 'spelled', path, query: 'a=b' });
});

test('a place without a number is no page', () => {
  expect(parsePageUrl('/locality/naica')).toEqual({ kind: 'missing', what: 'page' });
});
