import { expect, test } from 'vitest';
import type { Ledger } from './ledger.ts';
import {
  countsOf,
  formatLedgerDay,
  ledgerSums,
  missingCosts,
  missingRows,
  placeName,
} from './ledger-words.ts';
import { formatSigned } from './signed-amount.ts';

const ledger = (
  pieces: number,
  withoutCost: number,
  rows = pieces,
  price = withoutCost === pieces ? '1250.00' : '80.00',
): Ledger => {
  const sums = { orders: 1, pieces, price: '1250.00', shipping: '0.00', total: '1250.00' };
  const totals = {
    ...sums,
    cost: '1300.50',
    profit: '-50.50',
    fees: '3.20',
    withoutCost: { pieces: withoutCost, price },
  };
  return { totals, rowCount: pieces, rows: Array.from({ length: rows }) } as unknown as Ledger;
};

test('an amount below 0 is written with its sign before the currency', () => {
  expect(['-1250.00', '0.00', '7.50'].map(formatSigned)).toEqual(['−$1,250.00', '$0.00', '$7.50']);
});

test('sums of costs are left open where no cost is known, and what they leave out is said', () => {
  const lastOf = (shown: Ledger) =>
    ledgerSums(shown)
      .map(([, value]) => value)
      .slice(3, 5);
  expect([lastOf(ledger(2, 1)), lastOf(ledger(2, 2))]).toEqual([
    ['$1,300.50', '−$50.50'],
    ['–', '–'],
  ]);
  expect(
    [ledger(2, 0, 2, '0.00'), ledger(2, 1), ledger(2, 2)].map((shown) => missingCosts(shown)),
  ).toEqual([
    null,
    'Cost and profit leave out one piece with no known cost, and the $80.00 it brought.',
    'Cost and profit leave out 2 pieces with no known cost, and the $1,250.00 they brought.',
  ]);
});

test('a year with a part payment or a refund alone says what of it has no known cost, and sums what has', () => {
  const sumsOf = (price: string) => ledgerSums(ledger(0, 0, 1, price)).slice(3, 5);
  expect(missingCosts(ledger(0, 0, 1, '75.00'))).toBe(
    'Cost and profit leave out $75.00 from pieces with no known cost.',
  );
  expect(missingCosts(ledger(0, 0, 1, '-75.00'))).toBe(
    'Cost and profit leave out −$75.00 from pieces with no known cost.',
  );
  expect(sumsOf('0.00')).toEqual([
    ['Cost', '$1,300.50'],
    ['Profit', '−$50.50'],
  ]);
});

test('a year with more rows than are shown says so', () => {
  expect(missingRows(ledger(2, 0))).toBeNull();
  expect(missingRows(ledger(2_001, 0, 2_000))).toBe(
    'Showing the first 2,000 of 2,001 rows. Totals and the CSV file include all of them.',
  );
  expect(countsOf(ledger(2_001, 0))).toBe('2,001 pieces in 1 order');
});

test('days have no year, and a place is the state, the country or not known', () => {
  expect(['2026-01-01', '2026-12-31'].map(formatLedgerDay)).toEqual(['Jan 1', 'Dec 31']);
  const places = [['AZ', 'USA'] as const, [null, 'Germany'] as const, [null, null] as const];
  expect(places.map(([state, country]) => placeName({ state, country }))).toEqual([
    'AZ',
    'Germany',
    'Unknown',
  ]);
});
