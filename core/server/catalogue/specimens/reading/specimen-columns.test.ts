import { expect, expectTypeOf, test } from 'vitest';
import { fieldNames, initialValues } from '#core/contract/catalogue/specimen-fields.ts';
import type { Specimens } from '#platform/db/schema-specimens.ts';
import {
  changedColumns,
  columnsOf,
  type FieldColumn,
  fieldColumns,
  type OwnColumn,
} from './specimen-columns.ts';

test('every column of the table belongs to a field or is listed as the shop’s own', () => {
  expectTypeOf<keyof Specimens>().toEqualTypeOf<FieldColumn | OwnColumn>();
  expectTypeOf<'acquisition_date'>().toExtend<FieldColumn>();
  expect(fieldColumns).toHaveLength(fieldNames.length);
  expect(fieldColumns).toEqual(
    expect.arrayContaining(['category_id', 'shipping_price', 'for_sale', 'acquisition_date']),
  );
});

test('a whole specimen fills every column but those of its stock', () => {
  const columns = columnsOf({
    ...initialValues,
    category: 'Fossils',
    price: '$1,250',
    tags: ['uv'],
    acquisitionDate: '1987',
  });
  const written = fieldColumns.filter((column) => column !== 'status' && column !== 'quantity');
  expect(Object.keys(columns).sort()).toEqual(
    [...written, 'price_cents', 'shipping_cents', 'size_mm'].sort(),
  );
  expect(columns).toMatchObject({
    category_id: 4,
    price: '1250.00',
    price_cents: 125_000,
    shipping_price: '0.00',
    shipping_cents: 0,
  });
  expect(columns).toMatchObject({
    tags: '["uv"]',
    acquisition_date: '1987',
    visible: true,
    for_sale: false,
  });
});

test('an edit writes the columns it names and no others', () => {
  expect(
    changedColumns({ weight: '', forSale: false, price: undefined, status: 'sold', quantity: 2 }),
  ).toEqual({
    weight: '',
    for_sale: false,
  });
  expect(changedColumns({ price: null, shippingPrice: 'ask us' })).toEqual({
    price: null,
    price_cents: null,
    shipping_price: 'ask us',
    shipping_cents: null,
  });
});
