import { formatCoordinates, parseCoordinates } from '#core/contract/catalogue/coordinates.ts';
import { parseMindatId } from '#core/contract/catalogue/mindat.ts';
import {
  type FieldName,
  fieldNames,
  fieldsByKind,
  initialValues,
  type NameWith,
  type PublicFieldName,
  type SpecimenValues,
  specimenFields,
} from '#core/contract/catalogue/specimen-fields.ts';
import type { SpecimenEdit, SpecimenInput } from '#core/contract/catalogue/specimens.ts';
import { wholeNumberMessage } from '#core/contract/number-words.ts';

export type SpecimenDraft = ReturnType<typeof draftOf>;

/** Private fields are optional at the API: only visitors lack them. */
type Given = Pick<SpecimenValues, PublicFieldName> & Partial<SpecimenValues>;

export function draftOf(given: Given) {
  const values: SpecimenValues = { ...initialValues, ...given };
  return fieldsByKind({
    title: (name) => values[name],
    category: (name) => values[name],
    line: (name) => values[name],
    text: (name) => values[name],
    dimensions: (name) => values[name],
    species: (name) => values[name].join(', '),
    locality: (name) => values[name].join(', '),
    coordinates: (name) => (values[name] ? formatCoordinates(values[name]) : ''),
    mindat: (name) => String(values[name] ?? ''),
    disclosures: (name) => values[name],
    /** A line each. */
    lines: (name) => values[name].join('\n'),
    fluorescence: (name) => values[name],
    care: (name) => values[name],
    catalogueNumber: (name) => values[name] ?? '',
    amount: (name) => values[name] ?? '',
    date: (name) => values[name] ?? '',
    price: (name) => values[name] ?? '',
    shipping: (name) => values[name] ?? '',
    switch: (name) => values[name],
    quantity: (name) => String(values[name]),
    status: (name) => values[name],
    tags: (name) => values[name].join(', '),
  });
}

export const emptyDraft: SpecimenDraft = draftOf(initialValues);

/** `Salzburg, Salzburg ,Austria` is `['Salzburg', 'Salzburg', 'Austria']`. */
export const parseParts = (text: string): string[] => nonEmpty(text.split(','));

/** `Wulfenite, Mimetite ,wulfenite` is `['Wulfenite', 'Mimetite']`: each name once, however written. */
export const parseNames = (text: string): string[] => onceEach(parseParts(text));

/** `uv, #quartz , UV` is `['uv', 'quartz']`. */
export const parseTags = (text: string): string[] =>
  onceEach(nonEmpty(text.split(',').map((tag) => tag.trim().replace(/^#+/, ''))));

function onceEach(names: readonly string[]): string[] {
  const once = new Map<string, string>();
  for (const name of names) if (!once.has(name.toLowerCase())) once.set(name.toLowerCase(), name);
  return [...once.values()];
}

const nonEmpty = (parts: readonly string[]) =>
  parts.map((part) => part.trim()).filter((part) => part !== '');
const orNull = (text: string) => (text.trim() === '' ? null : text.trim());

export const inputOf = (draft: SpecimenDraft): SpecimenInput =>
  fieldsByKind({
    title: (name) => draft[name],
    category: (name) => draft[name],
    line: (name) => draft[name],
    text: (name) => draft[name],
    dimensions: (name) => draft[name],
    species: (name) => parseNames(draft[name]),
    locality: (name) => parseParts(draft[name]),
    coordinates: (name) => parseCoordinates(draft[name]),
    mindat: (name) => parseMindatId(draft[name]),
    disclosures: (name) => draft[name],
    lines: (name) => nonEmpty(draft[name].split('\n')),
    fluorescence: (name) => draft[name],
    care: (name) => draft[name].filter(({ note, words }) => note !== null || words.trim() !== ''),
    catalogueNumber: (name) => orNull(draft[name]),
    amount: (name) => orNull(draft[name]),
    date: (name) => orNull(draft[name]),
    price: (name) => orNull(draft[name]),
    shipping: (name) => orNull(draft[name]),
    switch: (name) => draft[name],
    quantity: (name) => Number(draft[name]),
    status: (name) => draft[name],
    tags: (name) => parseTags(draft[name]),
  });

/**
 * A piece may be sold meanwhile: fields that Manage and orders change are sent only where changed
 * here.
 */
export function editOf(draft: SpecimenDraft, loaded: SpecimenDraft): SpecimenEdit {
  const edit: SpecimenEdit = inputOf(draft);
  for (const name of fieldNames)
    if (isShared(name) && draft[name] === loaded[name]) delete edit[name];
  return edit;
}

type SharedField = NameWith<{ isShared: true }>;
const isShared = (name: FieldName): name is SharedField => 'isShared' in specimenFields[name];

/** Accepts `min` to 9,999. */
export function quantityError(quantity: string, min: number): string | undefined {
  const pieces = Number(quantity);
  const isNumber = /^\d{1,4}$/.test(quantity.trim()) && pieces >= min;
  return isNumber ? undefined : wholeNumberMessage(min, specimenFields.quantity.max);
}

/** Dates in words, such as "about 1987", come from sheets and the API. */
export const isCalendarDate = (text: string): boolean =>
  text === '' || /^\d{4}-\d\d-\d\d$/.test(text);
