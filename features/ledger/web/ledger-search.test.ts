import { expect, test } from 'vitest';
import { parseLedgerSearch } from './ledger-search.ts';

test('the year of a URL is read, and what is none is left out', () => {
  const years = [
    '2026',
    '1970',
    '2199',
    '1969',
    '2200',
    '02026',
    '2026.5',
    '',
    2026,
    null,
    ['2026'],
  ];
  expect(years.map((year) => parseLedgerSearch({ year }).year)).toEqual([
    2026,
    1970,
    2199,
    ...Array.from({ length: 8 }, () => undefined),
  ]);
});
