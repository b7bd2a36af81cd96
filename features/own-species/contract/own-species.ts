import { z } from 'zod';
import { MAX_COLOUR } from '#core/contract/catalogue/fluorescence.ts';
import { parseFormula } from '#core/contract/catalogue/formula.ts';
import { ownFields } from '#core/contract/catalogue/own-values.ts';
import {
  type CareNote,
  careNotes,
  crystalSystems,
  lustres,
  mineralClasses,
  type Range,
  speciesKinds,
  type UltravioletLight,
  ultravioletLights,
  varietyKinds,
} from '#core/contract/catalogue/species.ts';
import { specimenFields } from '#core/contract/catalogue/specimen-fields.ts';
import { slugOf } from '#core/contract/catalogue/specimen-urls.ts';
import { line } from '#core/contract/text.ts';
import {
  DENSITY_MESSAGE,
  FORMULA_MESSAGE,
  HARDNESS_MESSAGE,
  isDensity,
  isHardness,
  MAX_REMARK,
  MAX_SOURCE,
  MAX_WORDS,
} from './own-limits.ts';

const NAME_MESSAGE = 'Please enter a name of letters, without commas';

const name = line(specimenFields.species.max).refine(
  (text) => slugOf(text) !== '' && !text.includes(','),
  NAME_MESSAGE,
);
const range = z.strictObject({ min: z.number(), max: z.number() });
const rangeOf = (isOne: (range: Range) => boolean, message: string) =>
  range.refine(isOne, message).nullable();
const lineOrNull = (max: number) =>
  line(max)
    .transform((text) => text || null)
    .nullable();

const lists = {
  lustres: z.array(z.enum(lustres)).max(lustres.length),
  fluorescence: z
    .array(
      z.strictObject({
        light: z.enum(Object.keys(ultravioletLights) as UltravioletLight[]),
        colour: line(MAX_COLOUR).min(1),
      }),
    )
    .max(Object.keys(ultravioletLights).length),
  care: z.array(z.enum(Object.keys(careNotes) as CareNote[])).max(Object.keys(careNotes).length),
};

/** A variety's values that belong to its species are null. */
const rowValues = z.strictObject({
  kind: z.enum([...speciesKinds, ...varietyKinds]),
  class: z.enum(mineralClasses).nullable(),
  formula: z.string().nullable(),
  system: z.enum(crystalSystems).nullable(),
  hardness: range.nullable(),
  density: range.nullable(),
  lustres: lists.lustres.readonly(),
  colours: z.string().nullable(),
  streak: z.string().nullable(),
  cleavage: z.string().nullable(),
  habit: z.string().nullable(),
  typeLocality: z.string().nullable(),
  group: z.string().nullable(),
  synonyms: z.array(z.string()).readonly(),
  fluorescence: lists.fluorescence.readonly(),
  care: lists.care.readonly(),
  differs: z.string().nullable(),
});

const typedValues = rowValues.extend({
  formula: line(200)
    .refine((text) => parseFormula(text) !== null, FORMULA_MESSAGE)
    .nullable(),
  hardness: rangeOf(isHardness, HARDNESS_MESSAGE),
  density: rangeOf(isDensity, DENSITY_MESSAGE),
  colours: lineOrNull(MAX_WORDS),
  streak: lineOrNull(MAX_WORDS),
  cleavage: lineOrNull(MAX_WORDS),
  habit: lineOrNull(MAX_WORDS),
  typeLocality: lineOrNull(MAX_WORDS),
  group: lineOrNull(100),
  synonyms: z.array(name).max(40).readonly(),
  differs: lineOrNull(MAX_REMARK),
});

/** Where the dealer found it; empty: his own records. */
const source = line(MAX_SOURCE).default('');

export const ownSpeciesInput = z.strictObject({ values: typedValues, source });
export const newOwnSpecies = z.strictObject({
  name,
  /** The species of a variety; null for a species. */
  of: name.nullable(),
  values: typedValues,
  source,
});

const field = z.enum(ownFields);

export const listedSpecies = z.object({
  name: z.string(),
  of: z.string().nullable(),
  kind: z.string(),
  names: z.array(z.string()),
  /**
   * `added`: the dealer's own row; `changed`: he changed the table's row; null: as the table has
   * it.
   */
  own: z.enum(['added', 'changed']).nullable(),
  fields: z.array(field),
  /** The table changed these set fields later; the dealer has not looked yet. */
  disputed: z.array(field),
});

export const managedSpecies = listedSpecies.extend({
  values: rowValues,
  /** The table's values; null where it has no such row. */
  shipped: rowValues.nullable(),
  /** The table's values of the disputed fields when the dealer last saved. */
  before: rowValues.partial(),
  source: z.string(),
  version: z.string(),
});

export const speciesList = z.object({
  rows: z.array(listedSpecies),
  unused: z.array(z.string()),
});

export type OwnSpeciesInput = z.infer<typeof ownSpeciesInput>;
export type NewOwnSpecies = z.infer<typeof newOwnSpecies>;
export type ListedSpecies = z.infer<typeof listedSpecies>;
export type ManagedSpecies = z.infer<typeof managedSpecies>;
export type SpeciesList = z.infer<typeof speciesList>;
