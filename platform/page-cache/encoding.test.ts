import { expect, test } from 'vitest';
import { chooseEncoding } from './encoding.ts';

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate, br;q=0', 'gzip'],
  ['br;q=0, gzip;q=0', 'identity'],
  ['gzip;q=0.000,identity', 'identity'],
  ['GZIP , BR ; Q=0.5', 'br'],
  ['gzip;q=0.3', 'gzip'],
  ['deflate, zstd', 'identity'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['br;q=0, *', 'gzip'],
  ['identity;q=0', 'identity'],
  ['x-br, brotli, gzipped', 'identity'],
  ['br;q=nonsense', 'identity'],
  [`${'x,'.repeat(3_000)}br`, 'br'],
])('Accept-Encoding %j gets %s', (header, encoding) => {
  for (let again = 0; again < 2; again++) expect(chooseEncoding(header)).toBe(encoding);
});
