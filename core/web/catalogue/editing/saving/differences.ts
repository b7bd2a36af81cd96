import { formatCare } from '#core/contract/catalogue/care.ts';
import { formatDisclosure } from '#core/contract/catalogue/disclosures.ts';
import { formatFluorescence } from '#core/contract/catalogue/fluorescence.ts';
import { type FieldName, fieldNames } from '#core/contract/catalogue/specimen-fields.ts';
import { specimenStatusTable } from '#core/contract/catalogue/statuses.ts';
import type { SpecimenDraft } from '#core/web/catalogue/editing/form/specimen-draft.ts';
import { type Difference, differencesOf, type Versions } from '#ui/lib/differences.ts';

function displayOf(name: FieldName, draft: SpecimenDraft): string {
  if (name === 'status') return specimenStatusTable[draft.status].label;
  if (name === 'disclosures') return draft.disclosures.map(formatDisclosure).join('; ');
  if (name === 'fluorescence') return draft.fluorescence.map(formatFluorescence).join('; ');
  if (name === 'care') return draft.care.map(formatCare).join('; ');
  const value = draft[name];
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : value.trim();
}

export const differentFields = (drafts: Versions<SpecimenDraft>): Difference<FieldName>[] =>
  differencesOf(fieldNames, displayOf, drafts);
