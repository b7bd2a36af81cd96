import {
  type FieldName,
  fieldNames,
  specimenFields,
} from '#core/contract/catalogue/specimen-fields.ts';
import { emptyDraft, type SpecimenDraft } from '#core/web/catalogue/editing/form/specimen-draft.ts';
import { differentFields } from '#core/web/catalogue/editing/saving/differences.ts';

type Restored = {
  fields: SpecimenDraft;
  /** The form keeps what was typed where the shop changed too. */
  contested: FieldName[];
};

/** Untouched fields keep what the shop has. */
export function restoredFields(
  base: SpecimenDraft,
  typed: SpecimenDraft,
  now: SpecimenDraft,
): Restored {
  const differences = differentFields({ base: base, mine: typed, theirs: now });
  const mine = differences.filter(({ proposal }) => proposal === 'mine').map(({ name }) => name);
  const fields = { ...now, ...Object.fromEntries(mine.map((name) => [name, typed[name]])) };
  return {
    fields,
    contested: differences.filter(({ isContested }) => isContested).map(({ name }) => name),
  };
}

export function copyOf(draft: SpecimenDraft): SpecimenDraft {
  return {
    ...emptyDraft,
    ...Object.fromEntries(
      fieldNames.filter((name) => specimenFields[name].isCopied).map((name) => [name, draft[name]]),
    ),
  };
}

export const COPY_LABEL = 'Add one like it';
export const COPY_HINT =
  'Copied: title, category, species, locality, tags, former collections, source and shipping. Everything else starts blank.';
