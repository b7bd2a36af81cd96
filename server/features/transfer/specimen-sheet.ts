/** specimens.csv: a row for each specimen. Pictures are named in columns of their own, the first is the main one. */

import { z } from 'zod';
import { categories } from '#contract/categories.ts';
import { type Light, lights, type Medium } from '#contract/media.ts';
import { isVideo } from '#contract/media-kind.ts';
import { canonicalPrice } from '#contract/money.ts';
import { type SpecimenInput, specimenInput } from '#contract/specimens.ts';
import { specimenStatuses } from '#contract/statuses.ts';
import type { CataloguedSpecimen } from '#server/features/specimens/catalogue/catalogue.service.ts';
import { type Cells, listCell, readListCell } from '#server/platform/csv.ts';
import { CellFault, cell, instantIn, notText, oneOf, truth, whole, yesNo } from './cells.ts';

const columns = [
  'reference',
  'title',
  'category',
  'description',
  'origin',
  'dimensions',
  'weight',
  'acquisition date',
  'price',
  'shipping price',
  'for sale',
  'visible',
  'status',
  'quantity',
  'tags',
  'created at',
] as const;

/** The columns of the nth picture: its file, the words that describe it, the light it was taken in, and for a video the file of its poster. */
export const pictureColumns = (n: number) => ({
  file: `picture ${n}`,
  alt: `picture ${n} text`,
  light: `picture ${n} light`,
  still: `picture ${n} still`,
});

export const specimenColumns = (mostPictures: number): string[] => [
  ...columns,
  ...Array.from({ length: mostPictures }, (_, index) => Object.values(pictureColumns(index + 1))).flat(),
];

const isColumn = (name: string) =>
  (columns as readonly string[]).includes(name) || /^picture [1-9]\d{0,2}( text| light| still)?$/.test(name);

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
    const still = isVideo(medium) ? fileOf(medium.poster, index + 1) : '';
    return { [names.file]: fileOf(medium, index + 1), [names.alt]: medium.alt, [names.light]: light ?? '', [names.still]: still };
  });
  return Object.assign(
    {
      reference,
      title: specimen.title,
      category: specimen.category,
      description: specimen.description,
      origin: specimen.origin,
      dimensions: specimen.dimensions,
      weight: specimen.weight,
      'acquisition date': specimen.acquisitionDate ?? '',
      price: specimen.price ?? '',
      'shipping price': specimen.shippingPrice,
      'for sale': yesNo(specimen.forSale),
      visible: yesNo(specimen.visible),
      status: specimen.handStatus,
      quantity: String(specimen.quantity),
      tags: listCell(specimen.tags),
      'created at': specimen.createdAt,
    },
    ...pictures,
  );
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
  const raw = {
    title: cell(cells, 'title'),
    category: oneOf(cells, 'category', categories),
    description: cell(cells, 'description'),
    origin: cell(cells, 'origin'),
    dimensions: cell(cells, 'dimensions'),
    weight: cell(cells, 'weight'),
    acquisitionDate: emptyIsNull(cell(cells, 'acquisition date')),
    price: emptyIsNull(cell(cells, 'price')),
    shippingPrice: emptyIsNull(cell(cells, 'shipping price')),
    forSale: truth(cells, 'for sale'),
    visible: truth(cells, 'visible'),
    status: oneOf(cells, 'status', specimenStatuses),
    quantity: whole(cells, 'quantity'),
    tags: cells.tags === undefined ? undefined : listOf(cells.tags),
  };
  const checked = sheetInput.safeParse(raw);
  if (!checked.success) throw faultOf(checked.error.issues[0]);
  const given = Object.fromEntries(Object.entries(checked.data).filter(([name]) => raw[name as keyof typeof raw] !== undefined));
  return { reference, given, createdAt: instantIn(cells, 'created at'), pictures: picturesOf(cells) };
}

/** A sold piece has none left. */
const sheetInput = specimenInput.extend({ quantity: z.int().min(0).max(9999).default(1) });

/** What a new specimen is made of: what the row leaves open has the defaults of the upload form; nothing left is sold, and no one's decision. */
export function newSpecimen({ given }: SpecimenRow): SpecimenInput {
  const input = sheetInput.parse(given);
  return input.quantity === 0 ? { ...input, status: 'available' } : input;
}

/** What of a row differs from the specimen; stock is left alone. */
export function changesOf({ given }: SpecimenRow, now: CataloguedSpecimen): Partial<Omit<SpecimenInput, 'quantity' | 'status'>> {
  const { quantity: _quantity, status: _status, ...words } = given;
  const same: Partial<Record<keyof typeof words, boolean>> = {
    price: canonicalPrice(given.price) === now.price,
    shippingPrice: (canonicalPrice(given.shippingPrice) ?? '0.00') === now.shippingPrice,
    tags: JSON.stringify(given.tags) === JSON.stringify(now.tags),
  };
  const differs = (name: keyof typeof words) => !(same[name] ?? words[name] === now[name]);
  return Object.fromEntries(Object.entries(words).filter(([name]) => differs(name as keyof typeof words)));
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

function listOf(text: string): string[] {
  try {
    return readListCell(text);
  } catch (error) {
    throw new CellFault('tags', error instanceof Error ? error.message : String(error));
  }
}

const emptyIsNull = (text: string | undefined) => (text === undefined ? undefined : text.trim() === '' ? null : text);

const columnOf: Record<string, string> = { shippingPrice: 'shipping price', acquisitionDate: 'acquisition date', forSale: 'for sale' };

function faultOf(issue: z.core.$ZodIssue | undefined): CellFault {
  const name = String(issue?.path[0] ?? '');
  return new CellFault(columnOf[name] ?? name, issue?.message ?? 'This cannot be read');
}
