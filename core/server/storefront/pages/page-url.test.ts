import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageCacheKey, parsePageUrl } from './page-url.ts';

test.each([
  ['/', '/'],
  ['/?', '/'],
  ['/?utm_source=mail&fbclid=x&specimen=12', '/'],
  ['/?sort=price-up&category=Minerals&utm=1', '/?category=Minerals&sort=price-up'],
  ['/?search=%20%20quartz%20&page=2', '/?search=quartz'],
  ['/?search=quartz+clear', '/?search=quartz+clear'],
  ['/?search=a&search=b', '/?search=b'],
  ['/?SEARCH=a&category=minerals&status=lost&days=8', '/'],
  [
    '/?maxPrice=$1,000&minPrice=abc&species=Smoky+Quartz',
    '/?species=smoky-quartz&minPrice=abc&maxPrice=1000',
  ],
  ['/?search[]=a&search%5B%5D=b&__proto__=c&constructor=d', '/'],
  [`/?search=${'x'.repeat(5_000)}`, `/?search=${'x'.repeat(200)}`],
  ['/?search=%00a%ff%ud800', '/?search=a%EF%BF%BD%25ud800'],
  ['/?cursor=../../etc', '/'],
  ['/checkout', '/checkout'],
  ['/checkout?a=1', '/checkout'],
  ['/specimen/12', '/specimen/12'],
  ['/specimen/12-amethyst-veracruz?utm=1', '/specimen/12-amethyst-veracruz'],
  ['/specimen/12-%C3%A9toile', null],
  ['/specimen/12-Amethyst', null],
  ['/specimen/12-', null],
  ['/specimen/%31%32', null],
  ['/specimen/012', null],
  ['/specimen/12.', null],
  ['/specimen/12%2F..', null],
  ['/specimen/99999999999', null],
  ['/specimen/12/edit', null],
  ['/specimen/%zz', null],
  ['//', null],
  ['//evil.example/', null],
  ['/\\evil.example', null],
  ['/.', null],
  ['/index.html', null],
  ['/upload', null],
  ['/order-confirmation/12?key=x', null],
  ['/edit/12', null],
  ['http://evil.example/', null],
  ['*', null],
  ['', null],
])('the cache key of %s is %s', (target, key) => {
  expect(pageCacheKey(target)).toBe(key);
});

test.each<[string, ReturnType<typeof parsePageUrl>]>([
  ['/order-confirmation/12?key=x', { kind: 'order', path: '/order-confirmation/12', id: 12 }],
  ['/order-confirmation/abc', { kind: 'missing', what: 'order' }],
  ['/order-confirmation/9999999999', { kind: 'missing', what: 'order' }],
  ['/order-confirmation/12/?key=x', { kind: 'moved', to: '/order-confirmation/12?key=x' }],
  ['/specimen/abc', { kind: 'missing', what: 'specimen id' }],
  ['/settings', { kind: 'admin', path: '/settings' }],
  ['/edit/12', { kind: 'admin', path: '/edit/12' }],
  ['/specimen/12-any?a=b', { kind: 'specimen', path: '/specimen/12-any', id: 12, query: 'a=b' }],
  ['*', { kind: 'missing', what: 'page' }],
  ['/wp-login.php', { kind: 'missing', what: 'page' }],
  ['/checkout/', { kind: 'moved', to: '/checkout' }],
  ['/CheckOut', { kind: 'moved', to: '/checkout' }],
  ['/%63heckout', { kind: 'moved', to: '/checkout' }],
  ['/Specimen/12-A/', { kind: 'moved', to: '/specimen/12-A' }],
  ...[
    '. ) , ; ! !) .) %3E %22 %E2%80%9D %E2%80%A6 %E3%80%82 /. &utm_source=mail&fbclid=x',
    '&amp;utm=1 % %E2%80 %20 %0A * _',
  ]
    .flatMap((signs) => signs.split(' '))
    .flatMap((sign): [string, ReturnType<typeof parsePageUrl>][] =>
      ['/specimen/12', '/specimen/12-amethyst', '/checkout'].map((to) => [
        `${to}${sign}`,
        { kind: 'moved', to },
      ]),
    ),
  ['/specimen/12-%C3%A9toile%3E', { kind: 'moved', to: '/specimen/12-%C3%A9toile' }],
  ['/order-confirmation/12%23key=ab_c-', { kind: 'moved', to: '/order-confirmation/12#key=ab_c-' }],
  ['/order-confirmation/12%23key%3Dabc.', { kind: 'moved', to: '/order-confirmation/12#key=abc.' }],
  ['/%23gallery', { kind: 'moved', to: '/#gallery' }],
  ['/%23%0d%0aSet-Cookie:a', { kind: 'moved', to: '/#%0D%0ASet-Cookie:a' }],
  ['//', { kind: 'moved', to: '/' }],
  ['///?search=a', { kind: 'moved', to: '/?search=a' }],
  ['//evil.example/', { kind: 'missing', what: 'page' }],
  ['//evil.example/%2e%2e', { kind: 'missing', what: 'page' }],
  ['/%2Fevil.example', { kind: 'missing', what: 'page' }],
  ['/%E0%A4%A/', { kind: 'missing', what: 'page' }],
])('%s means %j', (target, page) => {
  expect(parsePageUrl(target)).toEqual(page);
});

const part = fc.oneof(
  fc.constantFrom(
    '',
    '/',
    '//',
    '.',
    '..',
    'specimen',
    'species',
    'locality',
    'CHECKOUT',
    'checkout',
    '12',
    '12-a',
    '%2F',
    '%31',
    '%',
    '\\',
    '@',
    'evil.example',
    '?',
    '&',
    '=',
  ),
  fc.constantFrom(
    'search=',
    'category=Minerals',
    'sort=price-up',
    'cursor=',
    'minPrice=1',
    '+',
    '%00',
    '%F0%9F%92%8E',
    '#',
  ),
  fc.string({ maxLength: 5 }),
);
const targets = fc.array(part, { maxLength: 8 }).map((parts) => `/${parts.join('')}`);

test('a cache key is its own cache key, and there are no more of them than pages', () => {
  fc.assert(
    fc.property(targets, (target) => {
      const key = pageCacheKey(target);
      if (key === null) return;
      expect(pageCacheKey(key)).toBe(key);
      expect(key).toMatch(
        /^\/(species\/[a-z0-9]+(-[a-z0-9]+)*|[a-z]+(\/[1-9]\d*(-[a-z0-9]+)*)?)?(\?|$)/,
      );
      expect(key.length).toBeLessThan(2_500);
    }),
    { numRuns: 2_000 },
  );
});

test('another spelling is redirected to a page of the shop, never to another host', () => {
  fc.assert(
    fc.property(targets, (target) => {
      const page = parsePageUrl(target);
      if (page.kind !== 'moved') return;
      expect(page.to).toMatch(/^\/(?![/\\])/);
      expect(new URL(page.to, 'https://druse.example').host).toBe('druse.example');
      expect(['moved', 'missing']).not.toContain(parsePageUrl(page.to.replace(/#.*/, '')).kind);
    }),
    { numRuns: 2_000 },
  );
});
