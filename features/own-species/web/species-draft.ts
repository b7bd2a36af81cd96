import { parseFormula } from '#core/contract/catalogue/formula.ts';
import { type OwnField, ownFields, type RowValues } from '#core/contract/catalogue/own-values.ts';
import {
  careNotes,
  type Fluorescence,
  type Range,
  type UltravioletLight,
  ultravioletLights,
} from '#core/contract/catalogue/species.ts';
import {
  DENSITY_MESSAGE,
  FORMULA_MESSAGE,
  HARDNESS_MESSAGE,
  isDensity,
  isHardness,
} from '#features/own-species/contract/own-limits.ts';
import { formatRange, parseRange } from '#features/own-species/contract/ranges.ts';
import { problemIn } from '#ui/lib/api.ts';

/** '' stands for none; commas separate several names. */
export type SpeciesDraft = {
  kind: RowValues['kind'];
  class: NonNullable<RowValues['class']> | '';
  formula: string;
  system: NonNullable<RowValues['system']> | '';
  hardness: string;
  density: string;
  lustres: RowValues['lustres'];
  colours: string;
  streak: string;
  cleavage: string;
  habit: string;
  typeLocality: string;
  group: string;
  synonyms: string;
  fluorescence: Record<UltravioletLight, string>;
  care: RowValues['care'];
  differs: string;
  source: string;
};

const lights = Object.keys(ultravioletLights) as UltravioletLight[];
const rangeText = (range: Range | null) => (range === null ? '' : formatRange(range));
const colourUnder = (light: UltravioletLight, found: readonly Fluorescence[]) =>
  found.find((one) => one.light === light)?.colour ?? '';

export const draftOf = (values: RowValues, source: string): SpeciesDraft => ({
  kind: values.kind,
  class: values.class ?? '',
  formula: values.formula ?? '',
  system: values.system ?? '',
  hardness: rangeText(values.hardness),
  density: rangeText(values.density),
  lustres: values.lustres,
  colours: values.colours ?? '',
  streak: values.streak ?? '',
  cleavage: values.cleavage ?? '',
  habit: values.habit ?? '',
  typeLocality: values.typeLocality ?? '',
  group: values.group ?? '',
  synonyms: values.synonyms.join(', '),
  fluorescence: Object.fromEntries(
    lights.map((light) => [light, colourUnder(light, values.fluorescence)]),
  ) as SpeciesDraft['fluorescence'],
  care: values.care,
  differs: values.differs ?? '',
  source,
});

export const emptyDraft = (kind: RowValues['kind']): SpeciesDraft =>
  draftOf(
    {
      kind,
      class: null,
      formula: null,
      system: null,
      hardness: null,
      density: null,
      group: null,
      differs: null,
      colours: null,
      streak: null,
      cleavage: null,
      habit: null,
      typeLocality: null,
      lustres: [],
      synonyms: [],
      fluorescence: [],
      care: [],
    },
    '',
  );

const orNull = (text: string) => text.trim() || null;
const names = (text: string) =>
  [...new Set(text.split(',').map((name) => name.trim()))].filter((name) => name !== '');

export const valuesOf = (draft: SpeciesDraft): RowValues => ({
  kind: draft.kind,
  class: draft.class || null,
  formula: orNull(draft.formula),
  system: draft.system || null,
  hardness: parseRange(draft.hardness),
  density: parseRange(draft.density),
  lustres: draft.lustres,
  colours: orNull(draft.colours),
  streak: orNull(draft.streak),
  cleavage: orNull(draft.cleavage),
  habit: orNull(draft.habit),
  typeLocality: orNull(draft.typeLocality),
  group: orNull(draft.group),
  synonyms: names(draft.synonyms),
  fluorescence: lights.flatMap((light) => {
    const colour = draft.fluorescence[light].trim();
    return colour === '' ? [] : [{ light, colour }];
  }),
  care: draft.care,
  differs: orNull(draft.differs),
});

export function errorsOf({
  formula,
  hardness,
  density,
}: SpeciesDraft): Partial<Record<OwnField, string | undefined>> {
  const isRange = (text: string, isOne: (range: Range) => boolean) => {
    const range = parseRange(text);
    return text.trim() === '' || (range !== null && isOne(range));
  };
  return {
    formula:
      formula.trim() === '' || parseFormula(formula.trim()) !== null ? undefined : FORMULA_MESSAGE,
    hardness: isRange(hardness, isHardness) ? undefined : HARDNESS_MESSAGE,
    density: isRange(density, isDensity) ? undefined : DENSITY_MESSAGE,
  };
}

export function wordsOf(field: OwnField, values: Partial<RowValues>): string {
  const value = values[field];
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0))
    return 'nothing';
  if (field === 'care') return (values.care ?? []).map((note) => careNotes[note]).join(' ');
  if (field === 'fluorescence')
    return (values.fluorescence ?? []).map(({ light, colour }) => `${light} ${colour}`).join(', ');
  if (typeof value === 'string') return value;
  return 'min' in value ? formatRange(value) : value.join(', ');
}

export const isSame = (
  field: OwnField,
  one: Partial<RowValues>,
  other: Partial<RowValues>,
): boolean => {
  const parts = (values: Partial<RowValues>) => {
    const value = values[field];
    return Array.isArray(value)
      ? value.map((part) => JSON.stringify(part)).sort()
      : (value ?? null);
  };
  return JSON.stringify(parts(one)) === JSON.stringify(parts(other));
};

export function withValues(
  draft: SpeciesDraft,
  values: RowValues,
  fields: readonly OwnField[],
): SpeciesDraft {
  const taken = draftOf(values, draft.source);
  return {
    ...draft,
    ...Object.fromEntries(
      ownFields.filter((field) => fields.includes(field)).map((field) => [field, taken[field]]),
    ),
  };
}

export function issuesOf(error: unknown): Record<string, string> | undefined {
  const issues = problemIn(error, 'invalid_input')?.issues ?? [];
  const found = issues.map(
    ({ path, message }) => [path.replace(/^values\./, '').split('.')[0] ?? '', message] as const,
  );
  return found.length === 0 ? undefined : Object.fromEntries(found);
}
