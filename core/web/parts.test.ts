import { expect, test } from 'vitest';
import * as desk from '#features/desk.ts';
import * as lists from '#features/in-lists.ts';
import * as login from '#features/on-login.ts';
import * as order from '#features/on-order.ts';
import * as specimen from '#features/on-specimen.ts';
import * as video from '#features/on-video.ts';

test.each([
  ['the owner’s pages', desk, 2],
  ['pages with cards', lists, 2],
  ['a specimen’s page', specimen, 2],
  ['a specimen’s video', video, 1],
  ['an order’s page', order, 1],
  ['the login', login, 1],
] as const)(
  'no two features have the same number at a place of %s: their order would be that of the list',
  (_, features, least) => {
    const numbers = Object.values<object>(features).flatMap((feature) =>
      Object.entries(feature).flatMap(([place, parts]) =>
        Array.isArray(parts) ? parts.map(({ order }) => `${place} ${order}`) : [],
      ),
    );
    // Without any feature there is none.
    expect(numbers.length).toBeGreaterThanOrEqual(Math.min(least, Object.keys(features).length));
    expect(numbers.filter((one, index) => numbers.indexOf(one) !== index)).toEqual([]);
  },
);
