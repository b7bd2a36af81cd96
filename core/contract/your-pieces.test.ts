import { expect, test } from 'vitest';
import { yourPieces } from './your-pieces.ts';

test.each([
  ['one piece', [1], 'your piece'],
  ['two of one lot', [2], 'your pieces'],
  ['two lines', [1, 1], 'your pieces'],
])('an order of %s is called so', (_, quantities, words) => {
  expect(yourPieces(quantities.map((quantity) => ({ quantity })))).toBe(words);
});
