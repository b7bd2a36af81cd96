/**
 * Schemas, forms, version comparison, columns, sheets and search follow from this table. It imports
 * no schema library, so forms may use it; the public label lists its four facts itself. Why:
 * `docs/decisions/0025-one-table-of-fields.md`.
 */

import type { FieldKind, FieldOf, FieldValues, SpecimenField } from '#core/contract/field-kinds.ts';
import type { CareChange } from './care.ts';
import { type Category, categories } from './categories.ts';
import type { Disclosure } from './disclosures.ts';
import type { Fluorescence } from './species.ts';
import type { SpecimenStatus } from './statuses.ts';

export const NO_IMAGE = 'Please select a main image for the specimen';

export const FIXED_IMAGE = 'Changing the image requires re-uploading the specimen.';

/** In the order of the forms. */
export const specimenFields = {
  title: {
    kind: 'title',
    label: 'Title',
    max: 200,
    missing: { upload: 'Please provide a title for the specimen', edit: 'Title is required' },
    sheet: 'title',
    form: { section: 'title' },
    isCopied: true,
    isPublic: true,
    search: 'title',
  },
  category: {
    kind: 'category',
    label: 'Category',
    missing: { upload: 'Please select a category', edit: 'Category is required' },
    sheet: 'category',
    form: { section: 'title' },
    isCopied: true,
    isPublic: true,
    search: 'tags',
  },
  species: {
    kind: 'species',
    label: 'Species',
    max: 100,
    most: 10,
    sheet: 'species',
    form: { section: 'stone', isHalf: true, hint: 'Separate several with commas' },
    isCopied: true,
    isPublic: true,
    search: 'tags',
  },
  associates: {
    kind: 'species',
    label: 'Associated species',
    shortLabel: 'Associated',
    max: 100,
    most: 20,
    sheet: 'associated species',
    form: { section: 'stone', isHalf: true, hint: 'What else grows on it' },
    isCopied: true,
    isPublic: true,
    search: 'tags',
  },
  locality: {
    kind: 'locality',
    label: 'Locality, mine to country',
    shortLabel: 'Locality',
    max: 120,
    most: 8,
    sheet: 'locality',
    form: { section: 'place', placeholder: 'Red Cloud Mine, La Paz County, Arizona, USA' },
    isCopied: true,
    isPublic: true,
    search: 'origin',
  },
  description: {
    kind: 'text',
    label: 'Description',
    max: 10_000,
    sheet: 'description',
    form: { section: 'stone' },
    isCopied: false,
    isPublic: true,
    search: 'description',
  },
  origin: {
    kind: 'line',
    label: 'Origin / Location',
    max: 500,
    sheet: 'origin',
    form: { section: 'place', hint: 'Mine, district, country: Merelani Hills, Manyara, Tanzania' },
    isCopied: true,
    isPublic: true,
    search: 'origin',
  },
  dimensions: {
    kind: 'dimensions',
    label: 'Dimensions',
    max: 200,
    sheet: 'dimensions',
    form: { section: 'stone', isHalf: true, placeholder: '6.2 x 4.1 x 3.8 cm' },
    isCopied: false,
    isPublic: true,
    search: null,
  },
  weight: {
    kind: 'line',
    label: 'Weight',
    max: 200,
    sheet: 'weight',
    form: { section: 'stone', isHalf: true, placeholder: '212 g' },
    isCopied: false,
    isPublic: true,
    search: null,
  },
  acquisitionDate: {
    kind: 'date',
    label: 'Acquired on',
    max: 40,
    sheet: 'acquisition date',
    form: { section: 'private', isHalf: true },
    isCopied: true,
    isPublic: false,
    search: null,
  },
  tags: {
    kind: 'tags',
    label: 'Tags',
    max: 60,
    sheet: 'tags',
    form: { section: 'stone', hint: 'Separate with commas; buyers can search for them' },
    isCopied: true,
    isPublic: true,
    search: 'tags',
  },
  coordinates: {
    kind: 'coordinates',
    label: 'Coordinates',
    sheet: 'coordinates',
    form: { section: 'place', isHalf: true, placeholder: '33.0592, -114.7347' },
    isCopied: true,
    isPublic: true,
    search: null,
  },
  mindatId: {
    kind: 'mindat',
    label: 'Locality at mindat.org',
    shortLabel: 'mindat.org',
    sheet: 'mindat',
    form: { section: 'place', isHalf: true, placeholder: 'Number or address' },
    isCopied: true,
    isPublic: true,
    search: null,
  },
  condition: {
    kind: 'line',
    label: 'Condition',
    max: 500,
    sheet: 'condition',
    form: { section: 'condition', placeholder: 'Excellent; one contact at the back' },
    isCopied: false,
    isPublic: true,
    search: null,
  },
  disclosures: {
    kind: 'disclosures',
    label: 'Repairs and treatment',
    sheet: 'disclosures',
    form: { section: 'condition' },
    isCopied: false,
    isPublic: true,
    search: null,
  },
  fluorescence: {
    kind: 'fluorescence',
    label: 'Fluorescence',
    sheet: 'fluorescence',
    form: { section: 'stone' },
    isCopied: false,
    isPublic: true,
    search: null,
  },
  care: {
    kind: 'care',
    label: 'Care',
    sheet: 'care',
    form: { section: 'condition' },
    isCopied: false,
    isPublic: true,
    search: 'description',
  },
  provenance: {
    kind: 'lines',
    label: 'Former collections',
    max: 300,
    most: 20,
    sheet: 'provenance',
    form: { section: 'place', hint: 'One per line, most recent first' },
    isCopied: true,
    isPublic: true,
    search: 'description',
  },
  catalogueNumber: {
    kind: 'catalogueNumber',
    label: 'Catalog number',
    max: 40,
    sheet: 'catalogue number',
    form: { section: 'title', isHalf: true, hint: 'Your own; each is used only once' },
    isCopied: false,
    isPublic: true,
    search: 'tags',
  },
  visible: {
    kind: 'switch',
    label: 'Visible in gallery',
    initial: true,
    sheet: 'visible',
    form: { section: 'title', isHalf: true },
    isShared: true,
    isCopied: false,
    isPublic: true,
    search: null,
  },
  price: {
    kind: 'price',
    label: 'Price ($)',
    max: 100,
    sheet: 'price',
    form: { section: 'sale', isHalf: true, hint: 'Leave blank if not for sale' },
    isCopied: false,
    isPublic: true,
    search: null,
  },
  shippingPrice: {
    kind: 'shipping',
    label: 'Shipping Price ($)',
    max: 100,
    sheet: 'shipping price',
    form: { section: 'sale', isHalf: true, hint: 'Blank is free' },
    isCopied: true,
    isPublic: true,
    search: null,
  },
  quantity: {
    kind: 'quantity',
    label: 'Quantity',
    max: 9999,
    sheet: 'quantity',
    form: {
      section: 'sale',
      hint: 'How many you have: 1 if one of a kind, more for identical pieces',
    },
    isShared: true,
    isCopied: false,
    isPublic: true,
    search: null,
  },
  forSale: {
    kind: 'switch',
    label: 'List for sale (enable Venmo checkout)',
    shortLabel: 'List for sale',
    initial: false,
    sheet: 'for sale',
    form: { section: 'sale' },
    isCopied: true,
    isPublic: true,
    search: null,
  },
  status: {
    kind: 'status',
    label: 'Specimen Status',
    sheet: 'status',
    form: {
      section: 'sale',
      isEditOnly: true,
      hint: 'Sold items show a sold badge in the gallery.',
    },
    isShared: true,
    isCopied: false,
    isPublic: true,
    search: null,
  },
  cost: {
    kind: 'amount',
    label: 'Cost ($)',
    max: 20,
    sheet: 'cost',
    form: { section: 'private', isHalf: true, hint: 'Per piece, like the price' },
    isCopied: false,
    isPublic: false,
    search: null,
  },
  source: {
    kind: 'line',
    label: 'Bought from',
    max: 300,
    sheet: 'source',
    form: { section: 'private', isHalf: true },
    isCopied: true,
    isPublic: false,
    search: null,
  },
  storagePlace: {
    kind: 'line',
    label: 'Storage place',
    max: 200,
    sheet: 'storage place',
    form: { section: 'private', isHalf: true, placeholder: 'Cabinet 2, drawer 4' },
    isCopied: true,
    isPublic: false,
    search: null,
  },
  privateNotes: {
    kind: 'text',
    label: 'Private notes',
    max: 5_000,
    sheet: 'private notes',
    form: { section: 'private' },
    isCopied: false,
    isPublic: false,
    search: null,
  },
} as const satisfies Record<string, SpecimenField>;

type FieldTable = typeof specimenFields;
export type FieldName = keyof FieldTable;
type KindOf<Name extends FieldName> = FieldTable[Name]['kind'];
export type NameOf<Kind extends FieldKind> = {
  [Name in FieldName]: KindOf<Name> extends Kind ? Name : never;
}[FieldName];
/** The fields whose entry in the table fits a pattern, such as `{ isPublic: true }`. */
export type NameWith<Pattern> = {
  [Name in FieldName]: FieldTable[Name] extends Pattern ? Name : never;
}[FieldName];
export type PublicFieldName = NameWith<{ isPublic: true }>;
export type SpecimenValues = { [Name in FieldName]: FieldValues[KindOf<Name>] };

export const fieldNames = Object.keys(specimenFields) as FieldName[];
export const isFieldName = (name: string): name is FieldName => Object.hasOwn(specimenFields, name);

type Makers = { [Kind in FieldKind]: (name: NameOf<Kind>, field: FieldOf<Kind>) => unknown };

/** A missing kind does not compile. */
export function fieldsByKind<M extends Makers>(
  makers: M,
): { [Name in FieldName]: ReturnType<M[KindOf<Name>]> } {
  // The compiler cannot follow that name, field and maker belong together.
  const make = (name: FieldName) =>
    (makers[specimenFields[name].kind] as (...of: unknown[]) => unknown)(
      name,
      specimenFields[name],
    );
  return Object.fromEntries(fieldNames.map((name) => [name, make(name)])) as ReturnType<
    typeof fieldsByKind<M>
  >;
}

export const initialValues: SpecimenValues = fieldsByKind({
  title: () => '',
  category: (): Category => categories[0],
  line: () => '',
  text: () => '',
  dimensions: () => '',
  species: (): string[] => [],
  locality: (): string[] => [],
  coordinates: () => null,
  mindat: () => null,
  disclosures: (): Disclosure[] => [],
  lines: (): string[] => [],
  fluorescence: (): Fluorescence[] => [],
  care: (): CareChange[] => [],
  catalogueNumber: () => null,
  amount: () => null,
  date: () => null,
  price: () => null,
  shipping: () => null,
  switch: (_, { initial }): boolean => initial,
  quantity: () => 1,
  status: (): SpecimenStatus => 'available',
  tags: (): string[] => [],
});
