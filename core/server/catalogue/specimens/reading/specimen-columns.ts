/** A field without a column in `Specimens` does not compile. */
import { type Category, categoryId, categoryOf } from '#core/contract/catalogue/categories.ts';
import { longestSide } from '#core/contract/catalogue/size-classes.ts';
import {
  type FieldName,
  fieldNames,
  type SpecimenValues,
  specimenFields,
} from '#core/contract/catalogue/specimen-fields.ts';
import type { FieldKind, FieldValues } from '#core/contract/field-kinds.ts';
import { type SnakeCase, snakeCase } from '#platform/db/naming.ts';
import type { NewRow, Row, RowChange } from '#platform/db/schema.ts';
import type { Specimens } from '#platform/db/schema-specimens.ts';
import { priceColumns, shippingColumns } from './specimen-prices.ts';

/** The category is stored by its id. */
type ColumnOf<Name extends FieldName> = Name extends 'category' ? 'category_id' : SnakeCase<Name>;
export type FieldColumn = ColumnOf<FieldName>;

const columnByField = Object.fromEntries(
  fieldNames.map((name) => [name, name === 'category' ? 'category_id' : snakeCase(name)]),
) as {
  readonly [Name in FieldName]: ColumnOf<Name>;
};

export const fieldColumns: readonly FieldColumn[] = Object.values(columnByField);

export type OwnColumn =
  | 'id'
  | 'price_cents'
  | 'shipping_cents'
  | 'size_mm'
  | 'locality_id'
  | 'status_by_hand'
  | 'held'
  | 'waiting'
  | 'search_text'
  | 'created_at'
  | 'updated_at'
  | 'version'
  | 'delete_at';

type FieldRow = Pick<Row<Specimens>, FieldColumn>;

/** A column whose type is not its field's does not compile below. */
type Read = { [Name in FieldName]: Name extends 'category' ? Category : FieldRow[ColumnOf<Name>] };

/** Lists call it for every row. */
export function valuesOf(row: FieldRow): Read {
  const values: Record<string, unknown> = {};
  for (const name of fieldNames) values[name] = row[columnByField[name]];
  values.category = categoryOf(row.category_id);
  return values as Read satisfies SpecimenValues;
}

/** Status and quantity are missing: orders have a say in them, see `stock/`. */
type Writers = {
  [Kind in Exclude<FieldKind, 'status' | 'quantity'>]: (
    value: FieldValues[Kind],
    column: string,
  ) => RowChange<Specimens>;
};

const plain = (value: unknown, column: string): RowChange<Specimens> => ({ [column]: value });

const json = (value: unknown, column: string): RowChange<Specimens> => ({
  [column]: value === null ? null : JSON.stringify(value),
});

const writers: Writers = {
  title: plain,
  category: (category) => ({ category_id: categoryId(category) }),
  line: plain,
  text: plain,
  dimensions: (dimensions) => ({ dimensions, size_mm: longestSide(dimensions) }),
  species: json,
  locality: json,
  coordinates: json,
  mindat: plain,
  disclosures: json,
  lines: json,
  fluorescence: json,
  care: json,
  catalogueNumber: plain,
  amount: plain,
  date: plain,
  price: priceColumns,
  shipping: shippingColumns,
  switch: plain,
  tags: json,
};

type Stock = 'status' | 'quantity';
type WrittenColumn = Exclude<FieldColumn, Stock> | 'price_cents' | 'shipping_cents' | 'size_mm';

/** Leaves out stock. @throws Problem invalid_input for a price of 0. */
export const columnsOf = (values: Omit<SpecimenValues, Stock>) =>
  changedColumns(values) as Required<Pick<NewRow<Specimens>, WrittenColumn>>;

/** Leaves out stock and undefined fields. @throws Problem invalid_input for a price of 0. */
export function changedColumns(values: Partial<SpecimenValues>): RowChange<Specimens> {
  const written = fieldNames.flatMap((name) => {
    const { kind } = specimenFields[name];
    if (values[name] === undefined || kind === 'status' || kind === 'quantity') return [];
    // The compiler cannot follow that kind and value belong together.
    return [
      (writers[kind] as (value: unknown, column: string) => RowChange<Specimens>)(
        values[name],
        columnByField[name],
      ),
    ];
  });
  return Object.assign({}, ...written);
}
