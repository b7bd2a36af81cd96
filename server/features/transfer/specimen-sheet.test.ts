import { expect, test } from 'vitest';
import { newSpecimen, readSpecimen, specimenSheetColumns } from './specimen-sheet.ts';

test('the columns keep their published names and order', () => {
  expect(specimenSheetColumns(2).join(',')).toBe(
    'reference,title,category,description,origin,dimensions,weight,acquisition date,price,shipping price,for sale,visible,status,quantity,tags,' +
      'created at,picture 1,picture 1 text,picture 1 light,picture 1 still,picture 2,picture 2 text,picture 2 light,picture 2 still',
  );
});

test('a row whose last piece is gone is sold by itself, so that raising the quantity makes it available again', () => {
  const row = readSpecimen({ reference: 'A', title: 'Quartz', category: 'Minerals', quantity: '0', status: 'sold' });
  expect(newSpecimen(row)).toMatchObject({ quantity: 0, status: 'available' });
});

test('a row with pieces that says sold stays sold by hand', () => {
  const row = readSpecimen({ reference: 'A', title: 'Quartz', category: 'Minerals', quantity: '2', status: 'sold' });
  expect(newSpecimen(row)).toMatchObject({ quantity: 2, status: 'sold' });
});

test('what a row leaves open is as in the upload form', () => {
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

test.each([
  [{ 'shipping price': 'x'.repeat(101) }, 'shipping price'],
  [{ 'acquisition date': 'x'.repeat(41) }, 'acquisition date'],
  [{ 'for sale': 'maybe' }, 'for sale'],
  [{ quantity: '10000' }, 'quantity'],
  [{ tags: '"a' }, 'tags'],
  [{ category: 'Rocks' }, 'category'],
])('what is wrong in %j is said of its column', (cells, column) => {
  expect(() => readSpecimen({ reference: 'A', title: 'Quartz', ...cells })).toThrow(expect.objectContaining({ column }));
});
