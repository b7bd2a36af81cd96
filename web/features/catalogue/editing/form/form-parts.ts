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

/** The fields of a part that the short form folds. */
export const foldedFields = (part: PartName): FieldName[] =>
  fieldNames.filter(
    (name) => !isFirst(name) && (formParts[part].sections as readonly FormSection[]).includes(specimenFields[name].form.section),
  );

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

/** What buyers look for and a part does not have, in words: `no species or description yet`; null: nothing. */
export function missingOf(
  draft: Pick<SpecimenDraft, (typeof watched)[number]>,
  missingPhotos: readonly string[],
): Record<PartName, string | null> {
  const blank = (text: string) => text.trim() === '';
  const words = (lacks: Record<string, boolean>) => {
    const names = Object.keys(lacks).filter((name) => lacks[name]);
    return names.length === 0 ? null : `no ${list.format(names)} yet`;
  };
  return {
    title: words({ title: blank(draft.title), price: draft.forSale && blank(draft.price) }),
    stone: words({ species: blank(draft.species), description: blank(draft.description), dimensions: blank(draft.dimensions) }),
    place: words({ locality: blank(draft.locality) && blank(draft.origin) }),
    condition: words({ condition: blank(draft.condition), disclosure: draft.disclosures.length === 0 }),
    photos: words(Object.fromEntries(missingPhotos.map((name) => [name, true]))),
    private: null,
  };
}

/** What each part lacks now. @param missingPhotos what is missing among the photos: `main image`. */
export function useMissing({ control }: UseFormReturn<SpecimenDraft>, missingPhotos: readonly string[]): Record<PartName, string | null> {
  const values = useWatch({ control, name: watched });
  const draft = Object.fromEntries(watched.map((name, index) => [name, values[index]])) as Parameters<typeof missingOf>[0];
  return missingOf(draft, missingPhotos);
}
