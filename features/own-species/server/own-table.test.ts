import { expect, test } from 'vitest';
import type { OwnField, OwnValues } from '#core/contract/catalogue/own-values.ts';
import { shippedTable } from '#core/server/catalogue/species/species.service.ts';
import { ownOver, rowsByName, valuesOf } from './own-table.ts';

const { table } = shippedTable();
const galena = rowsByName(table).get('Galena');
const shipped: OwnValues = galena ? valuesOf(galena) : {};

/** The fields that are the owner's where he said this of galena. */
const ownFields = (said: OwnValues) =>
  ownOver(table, [
    { name: 'Galena', of: null, is_added: false, said, shipped, source: '', updated_at: '' },
  ]).own.flatMap(({ values }) => Object.keys(values) as OwnField[]);

test('galena has a formula, a class and care notes in the table', () => {
  expect([shipped.formula, shipped.class, shipped.care?.length]).toEqual([
    expect.any(String),
    expect.any(String),
    expect.toSatisfy((count: number) => count > 0),
  ]);
});

test('care notes that are the table’s stay the table’s where nothing else is own', () => {
  expect(ownFields({ care: shipped.care })).toEqual([]);
});

test('care notes that differ from the table’s are own', () => {
  expect(ownFields({ care: [] })).toEqual(['care']);
});

test.each([
  ['formula', { formula: 'PbSe' }],
  ['class', { class: 'oxides' as const }],
])('where only the %s is own, care notes like the table’s are own too', (field, said) => {
  expect(ownFields({ ...said, care: shipped.care }).toSorted()).toEqual(['care', field].toSorted());
});
