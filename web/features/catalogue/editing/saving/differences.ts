/** Compares two versions of a specimen that began with the same one: where they differ, and who changed what. */
import { formatDisclosure } from '#contract/catalogue/disclosures.ts';
import { formatFluorescence } from '#contract/catalogue/fluorescence.ts';
import { type FieldName, fieldNames } from '#contract/catalogue/specimen-fields.ts';
import { specimenStatusTable } from '#contract/catalogue/statuses.ts';
import type { SpecimenDraft } from '#web/features/catalogue/editing/form/specimen-draft.ts';

export type Side = 'mine' | 'theirs';

export type Difference = {
  name: FieldName;
  mine: string;
  theirs: string;
  /** Both sides changed it: only a person can say which is right. */
  isContested: boolean;
  /** The side that changed it; mine where both did. */
  proposal: Side;
};

/** A field as a person reads it. */
function displayOf(name: FieldName, draft: SpecimenDraft): string {
  if (name === 'status') return specimenStatusTable[draft.status].label;
  if (name === 'disclosures') return draft.disclosures.map(formatDisclosure).join('; ');
  if (name === 'fluorescence') return draft.fluorescence.map(formatFluorescence).join('; ');
  const value = draft[name];
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : value.trim();
}

/** Fields in which mine and theirs differ, in the form's order; `base` is what both began with. */
export function differencesOf(base: SpecimenDraft, mine: SpecimenDraft, theirs: SpecimenDraft): Difference[] {
  return fieldNames.flatMap((name) => {
    const [was, my, their] = [base, mine, theirs].map((draft) => displayOf(name, draft)) as [string, string, string];
    if (my === their) return [];
    const isContested = my !== was && their !== was;
    return [{ name, mine: my, theirs: their, isContested, proposal: my === was ? ('theirs' as const) : ('mine' as const) }];
  });
}

/** Their version, with the fields for which mine was chosen. */
export function mergeDrafts(mine: SpecimenDraft, theirs: SpecimenDraft, choices: ReadonlyMap<FieldName, Side>): SpecimenDraft {
  const chosen = [...choices].filter(([, side]) => side === 'mine').map(([name]) => [name, mine[name]]);
  return { ...theirs, ...Object.fromEntries(chosen) };
}
