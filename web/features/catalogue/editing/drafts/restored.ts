/** What comes back of a draft, and what a new specimen takes over from another. */
import { type FieldName, fieldNames, specimenFields } from '#contract/catalogue/specimen-fields.ts';
import { emptyDraft, type SpecimenDraft } from '#web/features/catalogue/editing/form/specimen-draft.ts';
import { differentFields } from '#web/features/catalogue/editing/saving/differences.ts';

type Restored = {
  fields: SpecimenDraft;
  /** Fields that were changed here and in the shop: the form keeps what was typed here. */
  contested: FieldName[];
};

/** What was typed over the specimen as it is now: fields that nobody typed in keep what the shop has. */
export function restoredFields(base: SpecimenDraft, typed: SpecimenDraft, now: SpecimenDraft): Restored {
  const differences = differentFields({ base: base, mine: typed, theirs: now });
  const mine = differences.filter(({ proposal }) => proposal === 'mine').map(({ name }) => name);
  const fields = { ...now, ...Object.fromEntries(mine.map((name) => [name, typed[name]])) };
  return { fields, contested: differences.filter(({ isContested }) => isContested).map(({ name }) => name) };
}

/** The form of a new specimen that begins as a copy of another. */
export function copyOf(draft: SpecimenDraft): SpecimenDraft {
  return {
    ...emptyDraft,
    ...Object.fromEntries(fieldNames.filter((name) => specimenFields[name].isCopied).map((name) => [name, draft[name]])),
  };
}

/** The button that begins a specimen with what another has. */
export const COPY_LABEL = 'Add one like it';
/** What the button says of it. */
export const COPY_HINT =
  'Copied: title, category, species, locality, tags, former collections, source and shipping. Everything else starts blank.';
