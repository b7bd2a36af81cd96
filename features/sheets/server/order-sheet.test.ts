import { expect, test } from 'vitest';
import { headingFaults, orderSheetColumns } from './order-sheet.ts';

const faultsOf = (names: readonly string[]) =>
  headingFaults(names).map(({ column, message }) => `${column}: ${message}`);

const published = [
  'order',
  'created at',
  'status',
  'kind',
  'customer name',
  'customer email',
  'customer address',
  'venmo username',
  'venmo payment',
  'carrier',
  'tracking number',
  'notes',
  'subtotal',
  'shipping',
  'total',
  'paid at',
  'erased at',
  'specimen',
  'title',
  'price',
  'shipping price',
  'quantity',
  'cost',
];

test('the columns of orders keep their published names and order, whatever columns are added', () => {
  expect(orderSheetColumns.filter((name) => published.includes(name))).toEqual(published);
});

test('a sheet of orders must have every published column but those that earlier versions did not write', () => {
  expect(faultsOf(orderSheetColumns)).toEqual([]);
  const later = ['paid at', 'erased at', 'cost'];
  expect(faultsOf(orderSheetColumns.filter((name) => !later.includes(name)))).toEqual([]);
  for (const name of published.filter((column) => !later.includes(column))) {
    expect(faultsOf(orderSheetColumns.filter((other) => other !== name))).toEqual([
      `${name}: The column “${name}” is missing`,
    ]);
  }
});

test('an unknown column in a sheet of orders is reported', () => {
  expect(faultsOf([...orderSheetColumns, 'gift', ''])).toEqual(['gift: Unknown column “gift”']);
});
