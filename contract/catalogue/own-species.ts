/** The dealer's own table of species, as the API has it. */
import { z } from 'zod';
import { line } from '#contract/text.ts';
import { MAX_COLOUR } from './fluorescence.ts';
import { parseFormula } from './formula.ts';
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
import { ownFields } from './own-values.ts';
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
} from './species.ts';
import { specimenFields } from './specimen-fields.ts';
import { slugOf } from './specimen-urls.ts';

const NAME_MESSAGE = 'Please enter a name of letters, without commas';

const name = line(specimenFields.species.max).refine((text) => slugOf(text) !== '' && !text.includes(','), NAME_MESSAGE);
const range = z.strictObject({ min: z.number(), max: z.number() });
const rangeOf = (isOne: (range: Range) => boolean, message: string) => range.refine(isOne, message).nullable();
const lineOrNull = (max: number) =>
  line(max)
    .transform((text) => text || null)
    .nullable();

const lists = {
  lustres: z.array(z.enum(lustres)).max(lustres.length),
  fluorescence: z
    .array(z.strictObject({ light: z.enum(Object.keys(ultravioletLights) as UltravioletLight[]), colour: line(MAX_COLOUR).min(1) }))
    .max(Object.keys(ultravioletLights).length),
  care: z.array(z.enum(Object.keys(careNotes) as CareNote[])).max(Object.keys(careNotes).length),
};

/** What is said of a species; of a variety what is its species' is null. */
const rowValues = z.strictObject({
  kind: z.enum([...speciesKinds, ...varietyKinds]),
  class: z.enum(mineralClasses).nullable(),
  formula: z.string().nullable(),
  system: z.enum(crystalSystems).nullable(),
  hardness: range.nullable(),
  density: range.nullable(),
  lustres: lists.lustres.readonly(),
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

/** The same as a dealer says it; of a variety what is its species' is not read. */
const typedValues = rowValues.extend({
  formula: line(200)
    .refine((text) => parseFormula(text) !== null, FORMULA_MESSAGE)
    .nullable(),
  hardness: rangeOf(isHardness, HARDNESS_MESSAGE),
  density: rangeOf(isDensity, DENSITY_MESSAGE),
  streak: lineOrNull(MAX_WORDS),
  cleavage: lineOrNull(MAX_WORDS),
  habit: lineOrNull(MAX_WORDS),
  typeLocality: lineOrNull(MAX_WORDS),
  group: lineOrNull(100),
  synonyms: z.array(name).max(40).readonly(),
  differs: lineOrNull(MAX_REMARK),
});

/** Where the dealer has it from; empty: his own records. */
const source = line(MAX_SOURCE).default('');

/** A row as it is to be: what is as the table says it stays the table's. */
export const ownSpeciesInput = z.strictObject({ values: typedValues, source });
export const newOwnSpecies = z.strictObject({
  name,
  /** The species of a variety; null for a species. */
  of: name.nullable(),
  values: typedValues,
  source,
});

const field = z.enum(ownFields);

/** A row of the list. */
export const listedSpecies = z.object({
  name: z.string(),
  of: z.string().nullable(),
  kind: z.string(),
  /** What else it is called, in other languages too. */
  names: z.array(z.string()),
  /** `added`: it is the dealer's; `changed`: he says something else than the table; null: it is as the table says. */
  own: z.enum(['added', 'changed']).nullable(),
  /** The fields that are the dealer's. */
  fields: z.array(field),
  /** Of these the table says something else since; the dealer has not looked yet. */
  disputed: z.array(field),
});

/** A row to be edited. */
export const managedSpecies = listedSpecies.extend({
  values: rowValues,
  /** What the table says; null where it has no such row. */
  shipped: rowValues.nullable(),
  /** What it said of the disputed fields when the dealer last saved. */
  before: rowValues.partial(),
  source: z.string(),
  version: z.string(),
});

export const speciesList = z.object({
  rows: z.array(listedSpecies),
  /** Names of which the dealer says something, but which the table no longer has. */
  unused: z.array(z.string()),
});

export type OwnSpeciesInput = z.infer<typeof ownSpeciesInput>;
export type NewOwnSpecies = z.infer<typeof newOwnSpecies>;
export type ListedSpecies = z.infer<typeof listedSpecies>;
export type ManagedSpecies = z.infer<typeof managedSpecies>;
export type SpeciesList = z.infer<typeof speciesList>;
