import { expect, test } from 'vitest';
import * as desk from './desk-extras.ts';
import * as lists from './list-extras.ts';
import * as specimen from './specimen-extras.ts';
import * as video from './video-extras.ts';

test.each([
  ['the owner’s pages', desk, 2],
  ['pages with cards', lists, 2],
  ['a specimen’s page', specimen, 2],
  ['a specimen’s video', video, 1],
] as const)('no two extras have the same number at a place of %s: their order would be that of the list', (_, extras, least) => {
  const numbers = Object.values<object>(extras).flatMap((extra) =>
    Object.entries(extra).flatMap(([place, parts]) => (Array.isArray(parts) ? parts.map(({ order }) => `${place} ${order}`) : [])),
  );
  // Without any extra there is none.
  expect(numbers.length).toBeGreaterThanOrEqual(Math.min(least, Object.keys(extras).length));
  expect(numbers.filter((one, index) => numbers.indexOf(one) !== index)).toEqual([]);
});
