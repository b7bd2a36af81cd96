/**
 * The fields of a specimen, each described once. Schemas, forms, the comparison of two versions, columns, sheets and the search document
 * follow from this table. It imports no schema library, so the admin's forms may use it; the public label lists its four facts itself.
 */
import { type Category, categories } from './categories.ts';
import type { SpecimenStatus } from './statuses.ts';

/** The kinds of fields, with the value that each has at the API. */
export type FieldValues = {
  /** The specimen's name: one line, never empty. */
  title: string;
  category: Category;
  /** One line of text, trimmed. */
  line: string;
  /** Several lines, kept as typed. */
  text: string;
  /** A calendar date; sheets and the API may say it in words ("about 1987"). */
  date: string | null;
  /** An amount, or words instead of one; null where there is no price. */
  price: string | null;
  /** The same; null is free. */
  shipping: string | null;
  switch: boolean;
  /** Pieces not yet paid for. */
  quantity: number;
  status: SpecimenStatus;
  tags: string[];
};
export type FieldKind = keyof FieldValues;

/** How much a word found in the field counts: the rank of the specimen's title, of its tags, and so on. */
export type SearchRank = 'title' | 'tags' | 'origin' | 'description';

type Common = {
  /** Its name in forms. */
  label: string;
  /** Its name in the comparison of two versions, where the label is too long. */
  shortLabel?: string;
  /** The column of `specimens.csv`. */
  sheet: string;
  form: {
    section: 'specimen' | 'sale';
    /** Shares its row with a neighbour where there is room. */
    isHalf?: true;
    /** Only the edit form has it; a new specimen begins with the initial value. */
    isEditOnly?: true;
    hint?: string;
    placeholder?: string;
  };
  /** Manage or orders may change it while a form is open: an edit sends it only where it was changed in the form. */
  isShared?: true;
} & (
  | { isPublic: true; search: SearchRank | null }
  // Visitors must not find out by searching what they may not see.
  | { isPublic: false; search: null }
);

/** Details that only some kinds have. `max`: characters; of a quantity pieces; of tags characters each. */
type Details = {
  title: { max: number; missing: { upload: string; edit: string } };
  category: { missing: { upload: string; edit: string } };
  line: { max: number };
  text: { max: number };
  date: { max: number };
  price: { max: number };
  shipping: { max: number };
  switch: { initial: boolean };
  quantity: { max: number };
  status: object;
  tags: { max: number };
};
export type FieldOf<Kind extends FieldKind> = { [K in Kind]: { kind: K } & Details[K] & Common }[Kind];
export type SpecimenField = FieldOf<FieldKind>;

/** In the order of the forms. */
export const specimenFields = {
  title: {
    kind: 'title',
    label: 'Title',
    max: 200,
    missing: { upload: 'Please provide a title for the specimen', edit: 'Title is required' },
    sheet: 'title',
    form: { section: 'specimen' },
    isPublic: true,
    search: 'title',
  },
  category: {
    kind: 'category',
    label: 'Category',
    missing: { upload: 'Please select a category', edit: 'Category is required' },
    sheet: 'category',
    form: { section: 'specimen' },
    isPublic: true,
    search: 'tags',
  },
  description: {
    kind: 'text',
    label: 'Description',
    max: 10_000,
    sheet: 'description',
    form: { section: 'specimen' },
    isPublic: true,
    search: 'description',
  },
  origin: {
    kind: 'line',
    label: 'Origin / Location',
    max: 500,
    sheet: 'origin',
    form: { section: 'specimen', hint: 'Mine, district, country: Merelani Hills, Manyara, Tanzania' },
    isPublic: true,
    search: 'origin',
  },
  dimensions: {
    kind: 'line',
    label: 'Dimensions',
    max: 200,
    sheet: 'dimensions',
    form: { section: 'specimen', isHalf: true, placeholder: '6.2 x 4.1 x 3.8 cm' },
    isPublic: true,
    search: null,
  },
  weight: {
    kind: 'line',
    label: 'Weight',
    max: 200,
    sheet: 'weight',
    form: { section: 'specimen', isHalf: true, placeholder: '212 g' },
    isPublic: true,
    search: null,
  },
  acquisitionDate: {
    kind: 'date',
    label: 'Acquired on',
    max: 40,
    sheet: 'acquisition date',
    form: { section: 'specimen', isHalf: true },
    isPublic: true,
    search: null,
  },
  tags: {
    kind: 'tags',
    label: 'Tags',
    max: 60,
    sheet: 'tags',
    form: { section: 'specimen', hint: 'Words separated by commas; buyers find the specimen by them' },
    isPublic: true,
    search: 'tags',
  },
  visible: {
    kind: 'switch',
    label: 'Visible in gallery',
    initial: true,
    sheet: 'visible',
    form: { section: 'specimen' },
    isShared: true,
    isPublic: true,
    search: null,
  },
  price: {
    kind: 'price',
    label: 'Price ($)',
    max: 100,
    sheet: 'price',
    form: { section: 'sale', isHalf: true, hint: 'Leave blank if not for sale' },
    isPublic: true,
    search: null,
  },
  shippingPrice: {
    kind: 'shipping',
    label: 'Shipping Price ($)',
    max: 100,
    sheet: 'shipping price',
    form: { section: 'sale', isHalf: true, hint: 'Blank is free' },
    isPublic: true,
    search: null,
  },
  quantity: {
    kind: 'quantity',
    label: 'Quantity',
    max: 9999,
    sheet: 'quantity',
    form: { section: 'sale', hint: 'Pieces you have; 1 for one of a kind, more for a lot of equal stones' },
    isShared: true,
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
    isPublic: true,
    search: null,
  },
  status: {
    kind: 'status',
    label: 'Specimen Status',
    sheet: 'status',
    form: { section: 'sale', isEditOnly: true, hint: 'Sold items show a sold badge in the gallery.' },
    isShared: true,
    isPublic: true,
    search: null,
  },
} as const satisfies Record<string, SpecimenField>;

export type FieldTable = typeof specimenFields;
export type FieldName = keyof FieldTable;
type KindOf<Name extends FieldName> = FieldTable[Name]['kind'];
/** The fields of some kinds. */
export type NameOf<Kind extends FieldKind> = { [Name in FieldName]: KindOf<Name> extends Kind ? Name : never }[FieldName];
/** The fields whose entry in the table fits a pattern, such as `{ isPublic: true }`. */
export type NameWith<Pattern> = { [Name in FieldName]: FieldTable[Name] extends Pattern ? Name : never }[FieldName];
export type PublicFieldName = NameWith<{ isPublic: true }>;
/** A value for every field. */
export type SpecimenValues = { [Name in FieldName]: FieldValues[KindOf<Name>] };

export const fieldNames = Object.keys(specimenFields) as FieldName[];
export const isFieldName = (name: string): name is FieldName => Object.hasOwn(specimenFields, name);

type Makers = { [Kind in FieldKind]: (name: NameOf<Kind>, field: FieldOf<Kind>) => unknown };

/** An object with a value for every field, made by the field's kind. A missing kind does not compile. */
export function fieldsByKind<M extends Makers>(makers: M): { [Name in FieldName]: ReturnType<M[KindOf<Name>]> } {
  // The compiler cannot follow that name, field and maker belong together.
  const make = (name: FieldName) => (makers[specimenFields[name].kind] as (...of: unknown[]) => unknown)(name, specimenFields[name]);
  return Object.fromEntries(fieldNames.map((name) => [name, make(name)])) as ReturnType<typeof fieldsByKind<M>>;
}

/** The initial values of forms and sheets. */
export const initialValues: SpecimenValues = fieldsByKind({
  title: () => '',
  category: (): Category => categories[0],
  line: () => '',
  text: () => '',
  date: () => null,
  price: () => null,
  shipping: () => null,
  switch: (_, { initial }): boolean => initial,
  quantity: () => 1,
  status: (): SpecimenStatus => 'available',
  tags: (): string[] => [],
});
