import { expect, test } from 'vitest';
import type { ListedSpecies } from '#features/own-species/contract/own-species.ts';
import { findRows } from './find-species.ts';

const row = (name: string, ...names: string[]): ListedSpecies => ({
  name,
  of: null,
  kind: 'mineral',
  names,
  own: null,
  fields: [],
  disputed: [],
});
const rows = [
  row('Quartz', 'Quarz', 'Cuarzo'),
  row('Rock crystal', 'Bergkristall'),
  row('Rose quartz'),
  row('Fluorite', 'Flussspat'),
  row('Götzenite'),
];
const found = (term: string) =>
  findRows(term, rows).map(({ row: { name }, by }) => (by === null ? name : `${by}: ${name}`));

test('a name is found by its beginning, by a part and by another name, the nearest first', () => {
  expect(found('quartz')).toEqual(['Quartz', 'Rose quartz']);
  expect(found(' BERG')).toEqual(['Bergkristall: Rock crystal']);
  expect(found('gotz')).toEqual(['Götzenite']);
});

test('a name that is mistyped is found by what is like it, and one that is like nothing is not', () => {
  expect(found('Flourite')).toEqual(['Fluorite']);
  expect([found('xyz'), found('')]).toEqual([[], []]);
});
