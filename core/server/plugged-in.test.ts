import { expect, test } from 'vitest';
import { pluggedInto } from './plugged-in.ts';

const repeated = (numbers: number[]) =>
  numbers.filter((one, index) => numbers.indexOf(one) !== index);

test('nothing that becomes due has the number of another: their order would be that of the list', () => {
  expect(repeated(pluggedInto('due').map(({ order }) => order))).toEqual([]);
});
