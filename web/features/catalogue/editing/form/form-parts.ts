/** The parts of a specimen's form, which can be jumped to, and what each still lacks. */
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { type FormSection, formSections } from '#contract/field-kinds.ts';
import type { SpecimenDraft } from './specimen-draft.ts';

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
