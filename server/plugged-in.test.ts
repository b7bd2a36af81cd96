import { expect, test } from 'vitest';
import { todayKindTable } from '#contract/admin/today-kinds.ts';
import { entriesAt, pluggedInto } from './plugged-in.ts';

const repeated = (numbers: number[]) => numbers.filter((one, index) => numbers.indexOf(one) !== index);

test('nothing that becomes due and no kind of Today has the number of another: their order would be that of the list', () => {
  expect(repeated(pluggedInto('due').map(({ order }) => order))).toEqual([]);
  expect(repeated([...Object.values(todayKindTable), ...Object.values(entriesAt('today'))].map(({ order }) => order))).toEqual([]);
});
