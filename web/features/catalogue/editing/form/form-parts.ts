/** The parts of a specimen's form, which can be jumped to, and what each still lacks. */
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { type FieldName, fieldNames, specimenFields } from '#contract/catalogue/specimen-fields.ts';
import { type FormSection, formSections } from '#contract/field-kinds.ts';
import { parseShipping } from '#contract/money.ts';
import { emptyDraft, type SpecimenDraft } from './specimen-draft.ts';

type Part = { label: string; sections: readonly FormSection[] };

/** In their order. The photos have fields of their own. */
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

/** What the short form of a draft asks first, in this order; the rest is folded. */
export const firstFields = ['title', 'species', 'locality', 'dimensions', 'price', 'disclosures'] as const satisfies readonly FieldName[];
const isFirst = (name: FieldName) => (firstFields as readonly FieldName[]).includes(name);

const isOf = (name: FieldName, part: PartName) =>
  (formParts[part].sections as readonly FormSection[]).includes(specimenFields[name].form.section);

/** The fields of a part that the short form folds. */
export const foldedFields = (part: PartName): FieldName[] => fieldNames.filter((name) => !isFirst(name) && isOf(name, part));

/** Each draft has a number and is hidden. */
const always: readonly FieldName[] = ['catalogueNumber', 'visible'];

/** Whether the fields hold anything that somebody typed or chose. */
export const holdsSomething = (draft: SpecimenDraft, names: readonly FieldName[]): boolean =>
  names.some((name) => {
    if (always.includes(name)) return false;
    // What is stored of blank shipping is an amount.
    if (name === 'shippingPrice') return parseShipping(draft.shippingPrice) !== 0;
    return JSON.stringify(draft[name]) !== JSON.stringify(emptyDraft[name]);
  });

/** The id of a part's heading. */
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

/** @param missingPhotos what is missing among the photos: `main image`. @param isShort the first part has what the short form asks first. */
export type Asked = { missingPhotos: readonly string[]; isShort: boolean };

/** What buyers look for and a part does not have, in words: `no species or description yet`; null: nothing. */
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
  const words = (missing: readonly string[]) => (missing.length === 0 ? null : `no ${list.format(missing)} yet`);
  const inPart = (part: PartName) =>
    names
      .filter((name) => lacks[name] && (isShort && isFirst(name) ? part === 'title' : isOf(name, part)))
      .map((name) => (name === 'disclosures' ? 'disclosure' : name));
  const parts = Object.fromEntries(partNames.map((part) => [part, words(inPart(part))])) as Record<PartName, string | null>;
  return { ...parts, photos: words(missingPhotos) };
}

/** What each part lacks now. */
export function useMissing({ control }: UseFormReturn<SpecimenDraft>, asked: Asked): Record<PartName, string | null> {
  const values = useWatch({ control, name: watched });
  const draft = Object.fromEntries(watched.map((name, index) => [name, values[index]])) as Parameters<typeof missingOf>[0];
  return missingOf(draft, asked);
}
