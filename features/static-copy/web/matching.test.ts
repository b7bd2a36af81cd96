import { expect, test } from 'vitest';
import type { CopiedPiece } from '#features/static-copy/contract/static-copy.ts';
import { foundBy } from './matching.ts';

const piece = (title: string, words: CopiedPiece['words']) => ({ title, words }) as CopiedPiece;
const pieces = [
  piece('Fluorite', ['fluorite', 'purple illinois', 'with calcite']),
  piece('Calcite', ['calcite', 'elmwood tennessee', 'golden on sphalerite']),
  piece('Amethyst', ['amethyst', 'veracruz mexico', 'quartz']),
  piece('Røros pyrite', ['roros pyrite', 'norway', 'calcites']),
];
const titles = (term: string) => foundBy(term, pieces).map(({ title }) => title);

test.each([
  ['', ['Fluorite', 'Calcite', 'Amethyst', 'Røros pyrite']],
  ['calcite', ['Calcite', 'Fluorite', 'Røros pyrite']],
  ['CALC', ['Calcite', 'Fluorite', 'Røros pyrite']],
  ['røros', ['Røros pyrite']],
  ['calcite illinois', ['Fluorite']],
  ['amethist', ['Amethyst']],
  ['amehtyst', ['Amethyst']],
  ['veracru', ['Amethyst']],
  ['golde', ['Calcite']],
  ['xyzzy', []],
  ['calcite xyzzy', []],
  ['???', ['Fluorite', 'Calcite', 'Amethyst', 'Røros pyrite']],
])('%s finds %j, the best first', (term, expected) => {
  expect(titles(term)).toEqual(expected);
});
