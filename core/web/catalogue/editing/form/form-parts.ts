import { type UseFormReturn, useWatch } from 'react-hook-form';
import {
  type FieldName,
  fieldNames,
  specimenFields,
} from '#core/contract/catalogue/specimen-fields.ts';
import { type FormSection, formSections } from '#core/contract/field-kinds.ts';
import { parseShipping } from '#core/contract/money.ts';
import { emptyDraft, type SpecimenDraft } from './specimen-draft.ts';

type Part = { label: string; sections: readonly FormSection[] };

/** In order; the photos have fields of their own. */
export const formParts = {
  title: { label: formSections.title, sections: ['title', 'sale'] },
  stone: { label: formSections.stone, sections: ['stone'] },
  place: { label: formSections.place, sections: ['place'] },
  condition: { label: formSections.condition, sections: ['condition'] },
  photos: { label: 'Photos', sections: [] },
  private: { label: formSections.private, sections: ['private'] },
} as const satisfies Record<string, Part>;
export type PartName = keyof typeof formParts;
export const partNames = Object.keys(formParts) as PartName[];

/** A draft's short form folds the rest. */
export const firstFields = [
  'title',
  'species',
  'locality',
  'dimensions',
  'price',
  'disclosures',
] as const satisfies readonly FieldName[];
const isFirst = (name: FieldName) => (firstFields as readonly FieldName[]).includes(name);

const isOf = (name: FieldName, part: PartName) =>
  (formParts[part].sections as readonly FormSection[]).includes(specimenFields[name].form.section);

export const foldedFields = (part: PartName): FieldName[] =>
  fieldNames.filter((name) => !isFirst(name) && isOf(name, part));

/** Each draft has a number and is hidden. */
const always: readonly FieldName[] = ['catalogueNumber', 'visible'];

/** Initial values do not count. */
export const holdsSomething = (draft: SpecimenDraft, names: readonly FieldName[]): boolean =>
  names.some((name) => {
    if (always.includes(name)) return false;
    // Blank shipping is stored as an amount.
    if (name === 'shippingPrice') return parseShipping(draft.shippingPrice) !== 0;
    return JSON.stringify(draft[name]) !== JSON.stringify(emptyDraft[name]);
  });

export const partId = (name: PartName) => `part-${name}`;

const watched = [
  'title',
  'catalogueNumber',
  'price',
  'forSale',
  'species',
  'dimensions',
  'description',
  'locality',
  'origin',
  'condition',
  'disclosures',
] as const satisfies readonly (keyof SpecimenDraft)[];

const list = new Intl.ListFormat('en-US', { type: 'disjunction' });

/** @param missingPhotos such as `main image`. */
export type Asked = { missingPhotos: readonly string[]; isShort: boolean };

/** `no species or description yet`: what buyers look for; null: nothing is missing. */
export function missingOf(
  draft: Pick<SpecimenDraft, (typeof watched)[number]>,
  { missingPhotos, isShort }: Asked,
): Record<PartName, string | null> {
  const blank = (text: string) => text.trim() === '';
  const lacks = {
    // A draft begins with its number for a title.
    title: blank(draft.title) || draft.title === draft.catalogueNumber,
    price: draft.forSale && blank(draft.price),
    species: blank(draft.species),
    description: blank(draft.description),
    dimensions: blank(draft.dimensions),
    locality: blank(draft.locality) && blank(draft.origin),
    condition: blank(draft.condition),
    disclosures: draft.disclosures.length === 0,
  };
  const names = Object.keys(lacks) as (keyof typeof lacks)[];
  const words = (missing: readonly string[]) =>
    missing.length === 0 ? null : `no ${list.format(missing)} yet`;
  const inPart = (part: PartName) =>
    names
      .filter(
        (name) => lacks[name] && (isShort && isFirst(name) ? part === 'title' : isOf(name, part)),
      )
      .map((name) => (name === 'disclosures' ? 'disclosure' : name));
  const parts = Object.fromEntries(partNames.map((part) => [part, words(inPart(part))])) as Record<
    PartName,
    string | null
  >;
  return { ...parts, photos: words(missingPhotos) };
}

export function useMissing(
  { control }: UseFormReturn<SpecimenDraft>,
  asked: Asked,
): Record<PartName, string | null> {
  const values = useWatch({ control, name: watched });
  const draft = Object.fromEntries(
    watched.map((name, index) => [name, values[index]]),
  ) as Parameters<typeof missingOf>[0];
  return missingOf(draft, asked);
}
