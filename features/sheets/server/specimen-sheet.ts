import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { formatCare, parseCare } from '#core/contract/catalogue/care.ts';
import { categories } from '#core/contract/catalogue/categories.ts';
import {
  COORDINATES_MESSAGE,
  formatCoordinates,
  parseCoordinates,
} from '#core/contract/catalogue/coordinates.ts';
import {
  disclosureTable,
  formatDisclosure,
  parseDisclosure,
} from '#core/contract/catalogue/disclosures.ts';
import { formatFluorescence, parseFluorescence } from '#core/contract/catalogue/fluorescence.ts';
import { isListedByPrice } from '#core/contract/catalogue/listing.ts';
import {
  type FieldName,
  fieldNames,
  fieldsByKind,
  initialValues,
  isFieldName,
  specimenFields,
} from '#core/contract/catalogue/specimen-fields.ts';
import { type SpecimenInput, specimenInput } from '#core/contract/catalogue/specimens.ts';
import { specimenStatuses } from '#core/contract/catalogue/statuses.ts';
import type { Medium } from '#core/contract/media/media.ts';
import { canonicalPrice } from '#core/contract/money.ts';
import type { CataloguedSpecimen } from '#core/server/catalogue/specimens/reading/catalogue.service.ts';
import { type Cells, formatListCell } from '#platform/csv.ts';
import {
  CellFault,
  CellFaults,
  invalidText,
  readBoolean,
  readChoice,
  readEntries,
  readInstant,
  readInteger,
  readList,
  readParsed,
  readText,
  UNREADABLE_CELL,
  yesNo,
} from './cells.ts';
import type { ImportRow } from './import-source.ts';
import {
  isPictureColumn,
  type NamedPicture,
  pictureCells,
  pictureColumns,
  readPictures,
} from './picture-columns.ts';

export type SheetSpecimen = {
  specimen: CataloguedSpecimen;
  reference: string;
  collections: string[];
};
type Exported = SheetSpecimen & { fields: Record<FieldName, string> };
type Column = { name: string; write: (exported: Exported) => string };

const fieldCells = (specimen: CataloguedSpecimen): Record<FieldName, string> =>
  fieldsByKind({
    title: (name) => specimen[name],
    category: (name) => specimen[name],
    line: (name) => specimen[name] ?? '',
    text: (name) => specimen[name] ?? '',
    dimensions: (name) => specimen[name],
    species: (name) => formatListCell(specimen[name]),
    locality: (name) => formatListCell(specimen[name]),
    coordinates: (name) => (specimen[name] ? formatCoordinates(specimen[name]) : ''),
    mindat: (name) => String(specimen[name] ?? ''),
    disclosures: (name) => formatListCell(specimen[name].map(formatDisclosure)),
    lines: (name) => formatListCell(specimen[name]),
    fluorescence: (name) => formatListCell(specimen[name].map(formatFluorescence)),
    care: (name) => formatListCell(specimen[name].map(formatCare)),
    catalogueNumber: (name) => specimen[name] ?? '',
    amount: (name) => specimen[name] ?? '',
    date: (name) => specimen[name] ?? '',
    price: (name) => specimen[name] ?? '',
    shipping: (name) => specimen[name],
    switch: (name) => yesNo(specimen[name]),
    quantity: (name) => String(specimen[name]),
    // Holds belong to the orders, which are exported themselves.
    status: () => specimen.handStatus,
    tags: (name) => formatListCell(specimen[name]),
  });

/** The first version already wrote these last; new fields come before them. */
const LAST: FieldName[] = [
  'price',
  'shippingPrice',
  'forSale',
  'visible',
  'status',
  'quantity',
  'tags',
];
const sheetOrder = fieldNames.toSorted((one, other) => LAST.indexOf(one) - LAST.indexOf(other));

const COLLECTIONS = 'collections';

const columns: Column[] = [
  { name: 'reference', write: ({ reference }) => reference },
  ...sheetOrder.map((name) => ({
    name: specimenFields[name].sheet,
    write: ({ fields }: Exported) => fields[name],
  })),
  { name: COLLECTIONS, write: ({ collections }) => formatListCell(collections) },
  { name: 'created at', write: ({ specimen }) => specimen.createdAt },
];

export const specimenSheetColumns = (maxPictures: number): string[] => [
  ...columns.map(({ name }) => name),
  ...Array.from({ length: maxPictures }, (_, index) =>
    Object.values(pictureColumns(index + 1)),
  ).flat(),
];

export const columnSynonyms = { 'catalog number': 'catalogue number' };

const isColumn = (name: string) =>
  columns.some((column) => column.name === name) || isPictureColumn(name);

export function headingFaults(names: readonly string[]): CellFault[] {
  const required = (['reference', 'title'] as const).filter((name) => !names.includes(name));
  return [
    ...required.map((name) => new CellFault(name, `The column “${name}” is missing`)),
    ...names
      .filter((name) => name !== '' && !isColumn(name))
      .map((name) => new CellFault(name, `Unknown column “${name}”`)),
  ];
}

/** @param fileOf names the file of a medium or poster in the export; `position` counts from 1. */
export function specimenCells(
  sheetSpecimen: SheetSpecimen,
  fileOf: (medium: Medium, position: number) => string,
): Partial<Cells> {
  const { specimen } = sheetSpecimen;
  const pictures = [specimen.main, ...specimen.additional].map((medium, index) =>
    pictureCells(medium, index + 1, fileOf),
  );
  const exported = { ...sheetSpecimen, fields: fieldCells(specimen) };
  return Object.assign(
    Object.fromEntries(columns.map(({ name, write }) => [name, write(exported)])),
    ...pictures,
  );
}

export type SpecimenRow = {
  reference: string;
  /** Fields that the row does not set are missing or undefined. */
  given: Partial<SpecimenInput>;
  defaults: Partial<SpecimenInput>;
  /** Names of hand-filled collections; undefined: they stay as they are. */
  collections: string[] | undefined;
  createdAt: string | undefined;
  pictures: NamedPicture[];
  /** Null in the shop's own sheet. */
  awaited: string[] | null;
  addresses: { row: number; found: ImportRow['addresses'] };
  /** Null in the shop's own sheet. */
  foreign: Foreign | null;
};

type Foreign = Pick<ImportRow, 'ownReference' | 'isBound' | 'answer' | 'marksSold'>;
type Translated = Pick<ImportRow, 'line' | 'defaults' | 'faults' | 'awaited' | 'addresses'> &
  Foreign;

/** @throws CellFaults, all that is wrong with the cells. */
export function readSpecimen(said: Cells, translated?: Translated): SpecimenRow {
  const cells = { ...translated?.defaults, ...said };
  const faults = [...(translated?.faults ?? [])];
  const attempt = <T>(read: () => T): T | undefined => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof CellFault)) throw error;
      faults.push(error);
      return undefined;
    }
  };
  const fault = invalidText(cells);
  if (fault) throw new CellFaults([fault]);
  const reference = (cells.reference ?? '').trim();
  if (reference === '')
    faults.push(
      new CellFault(
        'reference',
        'Please give every specimen your own reference, such as its inventory number',
      ),
    );
  if (reference.length > 100)
    faults.push(new CellFault('reference', 'A reference can have up to 100 characters'));
  const raw = fieldsByKind({
    title: (_, { sheet }) => readText(cells, sheet),
    category: (_, { sheet }) => attempt(() => readChoice(cells, sheet, categories)),
    line: (_, { sheet }) => readText(cells, sheet),
    text: (_, { sheet }) => readText(cells, sheet),
    dimensions: (_, { sheet }) => readText(cells, sheet),
    species: (_, { sheet }) => attempt(() => readList(cells, sheet)),
    locality: (_, { sheet }) => attempt(() => readList(cells, sheet)),
    coordinates: (_, { sheet }) =>
      attempt(() => readParsed(cells, sheet, parseCoordinates, COORDINATES_MESSAGE)),
    mindat: (_, { sheet }) => readText(cells, sheet),
    disclosures: (_, { sheet }) =>
      attempt(() =>
        readEntries(
          cells,
          sheet,
          parseDisclosure,
          `Please enter one of ${disclosureLabels}, with a note after a colon`,
        ),
      ),
    lines: (_, { sheet }) => attempt(() => readList(cells, sheet)),
    fluorescence: (_, { sheet }) =>
      attempt(() =>
        readEntries(
          cells,
          sheet,
          parseFluorescence,
          'Please enter a light and a color: LW orange, SW none',
        ),
      ),
    care: (_, { sheet }) => attempt(() => readEntries(cells, sheet, parseCare, CARE_CELL)),
    catalogueNumber: (_, { sheet }) => readText(cells, sheet),
    amount: (_, { sheet }) => readText(cells, sheet),
    date: (_, { sheet }) => emptyIsNull(readText(cells, sheet)),
    price: (_, { sheet }) => emptyIsNull(readText(cells, sheet)),
    shipping: (_, { sheet }) => emptyIsNull(readText(cells, sheet)),
    switch: (_, { sheet }) => attempt(() => readBoolean(cells, sheet)),
    quantity: (_, { sheet }) => attempt(() => readInteger(cells, sheet)),
    status: (_, { sheet }) => attempt(() => readChoice(cells, sheet, specimenStatuses)),
    tags: (_, { sheet }) => attempt(() => readList(cells, sheet)),
  });
  const checked = sheetInput.safeParse(raw);
  const columnsAtFault = new Set(faults.map(({ column }) => column));
  for (const one of (checked.error?.issues ?? []).map(faultOf)) {
    if (!columnsAtFault.has(one.column)) faults.push(one);
    columnsAtFault.add(one.column);
  }
  const createdAt = attempt(() => readInstant(cells, 'created at'));
  const pictures = attempt(() => readPictures(cells)) ?? [];
  const collections = attempt(() => readList(cells, COLLECTIONS));
  if (faults.length > 0 || !checked.success) throw new CellFaults(faults);
  const read = Object.entries(checked.data);
  const isIn = (row: Cells, name: string) =>
    isFieldName(name) && row[specimenFields[name].sheet] !== undefined;
  const isRead = (name: string) => raw[name as keyof typeof raw] !== undefined;
  const given = Object.fromEntries(read.filter(([name]) => isRead(name) && isIn(said, name)));
  const defaults = Object.fromEntries(read.filter(([name]) => isRead(name) && !isIn(said, name)));
  const addresses = { row: translated?.line ?? 0, found: translated?.addresses ?? [] };
  return {
    reference,
    given,
    defaults,
    collections,
    createdAt,
    pictures,
    awaited: translated?.awaited ?? null,
    addresses,
    foreign: translated ?? null,
  };
}

/**
 * The upload form's rules, but the category has a default, and a sold specimen may have quantity 0.
 */
const sheetInput = specimenInput.extend({
  category: specimenInput.shape.category.default(initialValues.category),
  quantity: z.int().min(0).max(specimenFields.quantity.max).default(initialValues.quantity),
});

/**
 * A hidden specimen with a price is for sale. A quantity of 0 already means sold, so no status is
 * set by hand: raising it later makes the piece available.
 */
export function newSpecimen({ given, defaults }: SpecimenRow): SpecimenInput {
  const said = { ...defaults, ...given };
  const read = sheetInput.parse(said);
  const forSale =
    said.forSale ?? isListedByPrice({ visible: read.visible, price: null }, read.price);
  return { ...read, forSale, ...(read.quantity === 0 && { status: 'available' }) };
}

type Changes = Partial<Omit<SpecimenInput, 'quantity' | 'status'>>;

/** Leaves out status and quantity; the first price puts the specimen on sale. */
export function changesOf({ given, defaults }: SpecimenRow, now: CataloguedSpecimen): Changes {
  /** Amounts that are written differently are equal; stock has its own rules. */
  const written = {
    ...given,
    price: canonicalPrice(given.price),
    shippingPrice: canonicalPrice(given.shippingPrice) ?? '0.00',
  };
  const isSame = (name: FieldName) =>
    name === 'quantity' || name === 'status' || isDeepStrictEqual(written[name], now[name]);
  const changes: Changes = Object.fromEntries(
    Object.entries(given).filter(([name]) => isFieldName(name) && !isSame(name)),
  );
  return isListedByPrice(now, changes.price)
    ? { ...changes, forSale: given.forSale ?? defaults.forSale ?? true }
    : changes;
}

export const hasOtherStock = ({ given }: SpecimenRow, now: CataloguedSpecimen): boolean =>
  (given.quantity ?? now.quantity) !== now.quantity ||
  (given.status ?? now.handStatus) !== now.handStatus;

const disclosureLabels = Object.values(disclosureTable)
  .map(({ label }) => label.toLowerCase())
  .join(', ');

const CARE_CELL =
  'Please enter “drop toxic (Galena)”, “toxic (Galena): your own words”, or “add: another note”';

const emptyIsNull = (text: string | undefined) =>
  text === undefined ? undefined : text.trim() === '' ? null : text;

function faultOf(issue: z.core.$ZodIssue | undefined): CellFault {
  const name = String(issue?.path[0] ?? '');
  return new CellFault(
    isFieldName(name) ? specimenFields[name].sheet : name,
    issue?.message ?? UNREADABLE_CELL,
  );
}
