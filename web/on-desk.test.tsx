import { expect, test } from 'vitest';
import type { DeskExtra } from './desk-extra.ts';
import * as list from './desk-extras.ts';

const all = Object.values<DeskExtra>(list);

test('no two extras have the same number at a place of the owner’s pages: their order would be that of the list', () => {
  const places = [...new Set(all.flatMap((extra) => Object.keys(extra)))] as (keyof DeskExtra)[];
  const numbers = places.flatMap((place) =>
    all.flatMap((extra) => {
      const parts = extra[place];
      return Array.isArray(parts) ? parts.map(({ order }) => `${place} ${order}`) : [];
    }),
  );
  expect(numbers.length).toBeGreaterThan(10);
  expect(numbers.filter((one, index) => numbers.indexOf(one) !== index)).toEqual([]);
});
