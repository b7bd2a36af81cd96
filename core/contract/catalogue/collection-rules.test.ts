import { expect, test } from 'vitest';
import { ruleOf } from './collection-rules.ts';
import { parseGallerySearch } from './gallery-search.ts';

test('a rule keeps the filters and the order of the gallery’s URL, in one spelling', () => {
  const url =
    'sort=price-up&values=all&maxPrice=$1,000&minPrice=cheap&cursor=abc&species=Fluorite&utm=x';
  expect(ruleOf(parseGallerySearch(Object.fromEntries(new URLSearchParams(url))))).toBe(
    'species=fluorite&maxPrice=1000&sort=price-up',
  );
});
