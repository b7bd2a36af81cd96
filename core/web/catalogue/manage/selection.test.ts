import { expect, test } from 'vitest';
import { allSelected, nothingSelected, select } from './selection.ts';

const shown = [9, 7, 5, 3, 1];
const idsOf = ({ ids }: { ids: ReadonlySet<number> }) => [...ids].sort((a, b) => a - b);

test('a range goes from the one that was selected last, in either direction', () => {
  const first = select(nothingSelected, shown, { id: 7, isSelected: true });
  const down = select(first, shown, { id: 3, isSelected: true, isRange: true });
  expect(idsOf(down)).toEqual([3, 5, 7]);
  expect(idsOf(select(down, shown, { id: 9, isSelected: true, isRange: true }))).toEqual([
    3, 5, 7, 9,
  ]);
  expect(idsOf(select(down, shown, { id: 5, isSelected: false, isRange: true }))).toEqual([7]);
});

test('what other pages have stays selected, and no range begins there', () => {
  const elsewhere = select(nothingSelected, [20, 21], { id: 20, isSelected: true });
  expect(idsOf(select(elsewhere, shown, { id: 3, isSelected: true, isRange: true }))).toEqual([
    3, 20,
  ]);
  expect(idsOf(select(allSelected([1, 2, 3]), shown, { id: 3, isSelected: false }))).toEqual([
    1, 2,
  ]);
});
