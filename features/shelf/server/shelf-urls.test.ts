import { expect, test } from 'vitest';
import { pageCacheKey } from '#core/server/storefront/pages/page-url.ts';

test.each([
  ['/shelf', '/shelf'],
  ['/shelf?utm=1', '/shelf'],
  ['/shelf?pieces=12,37,40', '/shelf?pieces=12.37.40'],
  ['/shelf?pieces=12.37.40&utm=1', '/shelf?pieces=12.37.40'],
  ['/shelf?pieces=12,12,%2037', '/shelf?pieces=12.37'],
  ['/shelf?pieces=1,2,3,4,5,6,7,8,9', '/shelf?pieces=1.2.3.4.5.6.7'],
  ['/shelf?pieces=12,amethyst,%00,-1,99999999999', '/shelf?pieces=12.0'],
  ['/shelf?pieces=1&pieces=2', '/shelf?pieces=2'],
  [`/shelf?pieces=${'9'.repeat(5_000)}`, '/shelf?pieces=0'],
])('the cache key of %s is %s', (target, key) => {
  expect(pageCacheKey(target)).toBe(key);
});
