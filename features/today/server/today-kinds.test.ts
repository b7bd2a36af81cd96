import { expect, test } from 'vitest';
import { entriesAt } from '#core/server/plugged-in.ts';
import { todayKindTable } from '#features/today/contract/today-kinds.ts';

test('no kind of Today has the number of another: their order would be that of the list of features', () => {
  const orders = [...Object.values(todayKindTable), ...Object.values(entriesAt('today'))].map(
    ({ order }) => order,
  );
  expect(orders).toEqual([...new Set(orders)]);
});
