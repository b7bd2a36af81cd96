/** specimens.csv: a row for each specimen. Pictures are named in columns of their own, the first is the main one. */

import { z } from 'zod';
import { categories } from '#contract/categories.ts';
import { type Light, lights, type Medium } from '#contract/media.ts';
import { isVideo } from '#contract/media-kind.ts';
import { canonicalPrice } from '#contract/money.ts';
import { type FieldName, fieldNames, fieldsByKind, initialValues, isFieldName, specimenFields } from '#contract/specimen-fields.ts';
import { type SpecimenInput, specimenInput } from '#contract/specimens.ts';
import { specimenStatuses } from '#contract/statuses.ts';
import type { CataloguedSpecimen } from '#server/features/specimens/catalogue/catalogue.service.ts';
import { type Cells, listCell, readListCell } from '#server/platform/csv.ts';
import { CellFault, cell, instantIn, notText, oneOf, truth, whole, yesNo } from './cells.ts';

/** What a row is written from; `fields` are the cells of the specimen's fields. */
type Exported = { specimen: CataloguedSpecimen; reference: string; fields: Record<FieldName, string> };
type Column = { name: string; write: (exported: Exported) => string };

/** The cell of each field. */
const fieldCells = (specimen: CataloguedSpecimen): Record<FieldName, string> =>
  fieldsByKind({
    title: (name) => specimen[name],
    category: (name) => specimen[name],
    line: (name) => specimen[name],
    text: (name) => specimen[name],
    date: (name) => specimen[name] ?? '',
    price: (name) => specimen[name] ?? '',
    shipping: (name) => specimen[name],
    switch: (name) => yesNo(specimen[name]),
    quantity: (name) => String(specimen[name]),
    // What pending orders hold is no fact of the specimen.
    status: () => specimen.handStatus,
    tags: (name) => listCell(specimen[name]),
  });

/** Sheets have had these last since the first version; new fields come before them. */
const LAST: FieldName[] = ['price', 'shippingPrice', 'forSale', 'visible', 'status', 'quantity', 'tags'];
const sheetOrder = fieldNames.toSorted((one, other) => LAST.indexOf(one) - LAST.indexOf(other));

/** All columns but those of the pictures. One that is not of a field is written and, when read, passed over. */
const columns: Column[] = [
  { name: 'reference', write: ({ reference }) => reference },
  ...sheetOrder.map((name) => ({ name: specimenFields[name].sheet, write: ({ fields }: Exported) => fields[name] })),
  { name: 'created at', write: ({ specimen }) => specimen.createdAt },
];

/** The columns of the nth picture: its file, the words that describe it, the light it was taken in, and for a video the file of its poster. */
export const pictureColumns = (n: number) => ({
  file: `picture ${n}`,
  alt: `picture ${n} text`,
  light: `picture ${n} light`,
  still: `picture ${n} still`,
});

export const specimenColumns = (mostPictures: number): string[] => [
  ...columns.map(({ name }) => name),
  ...Array.from({ length: mostPictures }, (_, index) => Object.values(pictureColumns(index + 1))).flat(),
];

const isColumn = (name: string) =>
  columns.some((column) => column.name === name) || /^picture [1-9]\d{0,2}( text| light| still)?$/.test(name);

/** What is wrong with a heading, by column. */
export function headingFaults(names: readonly string[]): CellFault[] {
  const required = (['reference', 'title'] as const).filter((name) => !names.includes(name));
  return [
    ...required.map((name) => new CellFault(name, `There is no column “${name}”`)),
    ...names
      .filter((name) => name !== '' && !isColumn(name))
      .map((name) => new CellFault(name, `There is no column “${name}” in this sheet`)),
  ];
}

/** @param fileOf the name of a medium's file in the export, and of its poster. */
export function specimenCells(
  specimen: CataloguedSpecimen,
  reference: string,
  fileOf: (medium: Medium, place: number) => string,
): Partial<Cells> {
  const media = [specimen.main, ...specimen.additional];
  const pictures = media.map((medium, index) => {
    const names = pictureColumns(index + 1);
    const light = medium.kind === 'picture' ? medium.light : null;
    const still = isVideo(medium) && !medium.hasPlainPoster ? fileOf(medium.poster, index + 1) : '';
    return { [names.file]: fileOf(medium, index + 1), [names.alt]: medium.alt, [names.light]: light ?? '', [names.still]: still };
  });
  const exported = { specimen, reference, fields: fieldCells(specimen) };
  return Object.assign(Object.fromEntries(columns.map(({ name, write }) => [name, write(exported)])), ...pictures);
}

/** A picture as a row names it; undefined where the sheet says nothing. */
export type NamedPicture = { column: string; file: string; alt: string | undefined; light: Light | null | undefined; still: string };

export type SpecimenRow = {
  reference: string;
  /** What the row says; undefined where it says nothing. */
  given: Partial<SpecimenInput>;
  createdAt: string | undefined;
  pictures: NamedPicture[];
};

/** @throws CellFault */
export function readSpecimen(cells: Cells): SpecimenRow {
  const fault = notText(cells);
  if (fault) throw fault;
  const reference = (cells.reference ?? '').trim();
  if (reference === '')
    throw new CellFault('reference', 'Please give every specimen a reference of your own, such as its inventory number');
  if (reference.length > 100) throw new CellFault('reference', 'A reference may have at most 100 characters');
  const raw = fieldsByKind({
    title: (_, { sheet }) => cell(cells, sheet),
    category: (_, { sheet }) => oneOf(cells, sheet, categories),
    line: (_, { sheet }) => cell(cells, sheet),
    text: (_, { sheet }) => cell(cells, sheet),
    date: (_, { sheet }) => emptyIsNull(cell(cells, sheet)),
    price: (_, { sheet }) => emptyIsNull(cell(cells, sheet)),
    shipping: (_, { sheet }) => emptyIsNull(cell(cells, sheet)),
    switch: (_, { sheet }) => truth(cells, sheet),
    quantity: (_, { sheet }) => whole(cells, sheet),
    status: (_, { sheet }) => oneOf(cells, sheet, specimenStatuses),
    tags: (_, { sheet }) => listIn(cells, sheet),
  });
  const checked = sheetInput.safeParse(raw);
  if (!checked.success) throw faultOf(checked.error.issues[0]);
  const given = Object.fromEntries(Object.entries(checked.data).filter(([name]) => raw[name as keyof typeof raw] !== undefined));
  return { reference, given, createdAt: instantIn(cells, 'created at'), pictures: picturesOf(cells) };
}

/** What a sheet leaves open is as in the upload form; a sold piece has none left. */
const sheetInput = specimenInput.extend({
  category: specimenInput.shape.category.default(initialValues.category),
  quantity: z.int().min(0).max(specimenFields.quantity.max).default(initialValues.quantity),
});

/** What a new specimen is made of: what the row leaves open has the defaults of the upload form; nothing left is sold, and no one's decision. */
export function newSpecimen({ given }: SpecimenRow): SpecimenInput {
  const input = sheetInput.parse(given);
  return input.quantity === 0 ? { ...input, status: 'available' } : input;
}

/** What of a row differs from the specimen; stock is left alone. */
export function changesOf({ given }: SpecimenRow, now: CataloguedSpecimen): Partial<Omit<SpecimenInput, 'quantity' | 'status'>> {
  const isSame = fieldsByKind({
    title: (name) => given[name] === now[name],
    category: (name) => given[name] === now[name],
    line: (name) => given[name] === now[name],
    text: (name) => given[name] === now[name],
    date: (name) => given[name] === now[name],
    price: (name) => canonicalPrice(given[name]) === now[name],
    shipping: (name) => (canonicalPrice(given[name]) ?? '0.00') === now[name],
    switch: (name) => given[name] === now[name],
    quantity: () => true,
    status: () => true,
    tags: (name) => JSON.stringify(given[name]) === JSON.stringify(now[name]),
  });
  return Object.fromEntries(Object.entries(given).filter(([name]) => isFieldName(name) && !isSame[name]));
}

/** Whether the row tells of another stock than the specimen has. */
export const tellsOtherStock = ({ given }: SpecimenRow, now: CataloguedSpecimen): boolean =>
  (given.quantity ?? now.quantity) !== now.quantity || (given.status ?? now.handStatus) !== now.handStatus;

function picturesOf(cells: Cells): NamedPicture[] {
  const pictures: NamedPicture[] = [];
  for (let n = 1; pictureColumns(n).file in cells; n += 1) {
    const names = pictureColumns(n);
    const file = (cells[names.file] ?? '').trim();
    if (file === '') continue;
    const light = cells[names.light] === undefined ? undefined : (oneOf(cells, names.light, lights) ?? null);
    const alt = cell(cells, names.alt)?.trim();
    if (alt !== undefined && alt.length > 500) throw new CellFault(names.alt, 'At most 500 characters');
    pictures.push({ column: names.file, file, alt, light, still: (cells[names.still] ?? '').trim() });
  }
  return pictures;
}

function listIn(cells: Cells, column: string): string[] | undefined {
  const text = cell(cells, column);
  if (text === undefined) return undefined;
  try {
    return readListCell(text);
  } catch (error) {
    throw new CellFault(column, error instanceof Error ? error.message : String(error));
  }
}

const emptyIsNull = (text: string | undefined) => (text === undefined ? undefined : text.trim() === '' ? null : text);

function faultOf(issue: z.core.$ZodIssue | undefined): CellFault {
  const name = String(issue?.path[0] ?? '');
  return new CellFault(isFieldName(name) ? specimenFields[name].sheet : name, issue?.message ?? 'This cannot be read');
}
