/** A specimen's fields as a person compares them. */
import { formatCare } from '#contract/catalogue/care.ts';
import { formatDisclosure } from '#contract/catalogue/disclosures.ts';
import { formatFluorescence } from '#contract/catalogue/fluorescence.ts';
import { type FieldName, fieldNames } from '#contract/catalogue/specimen-fields.ts';
import { specimenStatusTable } from '#contract/catalogue/statuses.ts';
import type { SpecimenDraft } from '#web/features/catalogue/editing/form/specimen-draft.ts';
import { type Difference, differencesOf, type Versions } from '#web/lib/differences.ts';

/** A field as a person reads it. */
function displayOf(name: FieldName, draft: SpecimenDraft): string {
  if (name === 'status') return specimenStatusTable[draft.status].label;
  if (name === 'disclosures') return draft.disclosures.map(formatDisclosure).join('; ');
  if (name === 'fluorescence') return draft.fluorescence.map(formatFluorescence).join('; ');
  if (name === 'care') return draft.care.map(formatCare).join('; ');
  const value = draft[name];
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : value.trim();
}

/** Fields in which mine and theirs differ, in the form's order. */
export const differentFields = (drafts: Versions<SpecimenDraft>): Difference<FieldName>[] => differencesOf(fieldNames, displayOf, drafts);
