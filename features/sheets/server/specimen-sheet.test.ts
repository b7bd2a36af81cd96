import { expect, test } from 'vitest';
import {
  headingFaults,
  newSpecimen,
  readSpecimen,
  specimenSheetColumns,
} from './specimen-sheet.ts';

test('the columns of specimens keep their published names and order, whatever columns are added', () => {
  const published =
    'reference,title,category,description,origin,dimensions,weight,acquisition date,price,shipping price,for sale,visible,status,quantity,tags,' +
    'created at,picture 1,picture 1 text,picture 1 light,picture 1 still,picture 2,picture 2 text,picture 2 light,picture 2 still';
  const names = published.split(',');
  expect(specimenSheetColumns(2).filter((name) => names.includes(name))).toEqual(names);
});

test('an unknown column and a missing required one in a sheet of specimens are reported', () => {
  const faults = (names: string[]) => headingFaults(names).map(({ message }) => message);
  expect(faults(specimenSheetColumns(2))).toEqual([]);
  expect(faults(['reference', 'title', 'colour', 'picture 1 sound'])).toEqual([
    'Unknown column “colour”',
    'Unknown column “picture 1 sound”',
  ]);
  expect(faults(['title'])).toEqual(['The column “reference” is missing']);
  expect(faults(['reference'])).toEqual(['The column “title” is missing']);
});

test('a row with quantity 0 has no status set by hand', () => {
  const row = readSpecimen({
    reference: 'A',
    title: 'Quartz',
    category: 'Minerals',
    quantity: '0',
    status: 'sold',
  });
  expect(newSpecimen(row)).toMatchObject({ quantity: 0, status: 'available' });
});

test('a row with pieces and the status “sold” is marked as sold by hand', () => {
  const row = readSpecimen({
    reference: 'A',
    title: 'Quartz',
    category: 'Minerals',
    quantity: '2',
    status: 'sold',
  });
  expect(newSpecimen(row)).toMatchObject({ quantity: 2, status: 'sold' });
});

test('fields that a row does not set have the defaults of the upload form', () => {
  const row = readSpecimen({ reference: 'A', title: 'Quartz', 'acquisition date': '', price: ' ' });
  expect(row.given).toEqual({ title: 'Quartz', acquisitionDate: null, price: null });
  expect(newSpecimen(row)).toMatchObject({
    category: 'Minerals',
    visible: true,
    forSale: false,
    status: 'available',
    quantity: 1,
    tags: [],
  });
});

test.each<[string, Record<string, string>, boolean]>([
  ['a price is for sale', { price: '120', visible: 'no' }, true],
  [
    'a price that the row keeps off sale is not',
    { price: '120', visible: 'no', 'for sale': 'no' },
    false,
  ],
  ['no price is not', { visible: 'no' }, false],
])('a new hidden piece with %s', (_, cells, forSale) => {
  expect(newSpecimen(readSpecimen({ reference: 'A', title: 'Quartz', ...cells }))).toMatchObject({
    visible: false,
    forSale,
  });
});

test.each([
  [{ 'shipping price': 'x'.repeat(101) }, 'shipping price'],
  [{ price: '120,50' }, 'price'],
  [{ 'shipping price': '€ 12' }, 'shipping price'],
  [{ cost: '1 200' }, 'cost'],
  [{ 'acquisition date': 'x'.repeat(41) }, 'acquisition date'],
  [{ 'for sale': 'maybe' }, 'for sale'],
  [{ quantity: '10000' }, 'quantity'],
  [{ tags: '"a' }, 'tags'],
  [{ category: 'Rocks' }, 'category'],
  [{ 'picture 1': 'a.jpg', 'picture 1 pins': 'dent 0.1 0.2' }, 'picture 1 pins'],
  [{ 'picture 1': 'a.jpg', 'picture 1 pins': 'chip 0.1 1.2' }, 'picture 1 pins'],
  [
    { 'picture 1': 'a.jpg', 'picture 1 pins': `chip 0.1 0.2: ${'x'.repeat(201)}` },
    'picture 1 pins',
  ],
])('the error in %j names its column', (cells, column) => {
  expect(() => readSpecimen({ reference: 'A', title: 'Quartz', ...cells })).toThrow(
    expect.objectContaining({ faults: [expect.objectContaining({ column })] }),
  );
});
