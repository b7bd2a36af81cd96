/** The core is what one person reads: it may shrink, and grows only by a decision. Its limits stand in docs/decisions/0068-core-and-features.md. */
import { expect, test } from 'vitest';
import { isOfShop, sourceFiles, sourceOf } from './support/imports.ts';

const record = sourceOf('docs/decisions/0068-core-and-features.md');
const limitOf = (what: string) =>
  Number(new RegExp(`([\\d,]+) ${what}`).exec(record)?.[1]?.replaceAll(',', ''));

const sources = sourceFiles()
  .filter((file) => file.startsWith('core/') && (isOfShop(file) || file.endsWith('.css')))
  .map(sourceOf);
const count = (pattern: RegExp) =>
  sources.reduce((sum, source) => sum + source.matchAll(pattern).toArray().length, 0);

const EXPORT =
  /^export (?:default )?(?:async )?(?:const|let|function\*?|class|type|interface|enum)\b/gm;

test.each([
  ['lines', count(/\n/g)],
  ['exported names', count(EXPORT)],
])('the core has no more %s than its record allows, which follows it down', (what, counted) => {
  const limit = limitOf(what);
  expect(counted).toBeLessThanOrEqual(limit);
  expect(limit - counted, 'lower the limit in the record').toBeLessThan(limit / 100);
});
