/** What a page about a species or a locality says: facts, and the pieces that the shop has of it or from there. */
import { z } from 'zod';
import { id } from '#contract/text.ts';
import {
  careNotes,
  crystalSystems,
  lustres,
  mineralClasses,
  speciesKinds,
  type UltravioletLight,
  ultravioletLights,
  varietyKinds,
} from './species.ts';
import { specimen } from './specimens.ts';
import { writtenFormula } from './written-formula.ts';

/** How many pieces of the shop, sold ones too, that visitors see. */
const total = z.int();
const range = z.object({ min: z.number(), max: z.number() });

/** A place that pieces come from. */
export const placeCount = z.object({
  id,
  name: z.string(),
  /** The country it lies in, where it is none itself. */
  country: z.string().nullable(),
  total,
});

/** A dot of the map. */
export const mapDot = z.object({
  coordinates: z.object({ latitude: z.number(), longitude: z.number() }),
  /** Whether it is the middle of a country, because nobody has said where in it the place lies. */
  isCountry: z.boolean(),
});

const pieces = {
  /** The first of them: those that can be had before those that are sold, the newest first. */
  specimens: z.array(specimen),
  total,
  dots: z.array(mapDot),
};

export const speciesTopic = z.object({
  name: z.string(),
  kind: z.enum([...speciesKinds, ...varietyKinds]),
  /** The species of a variety; null for a species. What follows is the species' then. */
  of: z.string().nullable(),
  class: z.enum(mineralClasses).nullable(),
  formula: writtenFormula.nullable(),
  system: z.enum(crystalSystems).nullable(),
  hardness: range.nullable(),
  density: range.nullable(),
  lustres: z.array(z.enum(lustres)),
  colours: z.string().nullable(),
  streak: z.string().nullable(),
  cleavage: z.string().nullable(),
  habit: z.string().nullable(),
  typeLocality: z.string().nullable(),
  group: z.string().nullable(),
  synonyms: z.array(z.string()),
  fluorescence: z.array(z.object({ light: z.enum(Object.keys(ultravioletLights) as UltravioletLight[]), colour: z.string() })),
  care: z.array(z.enum(Object.keys(careNotes) as (keyof typeof careNotes)[])),
  /** Where sources differ, in a sentence or two. */
  differs: z.string().nullable(),
  /** Where its facts were read, each with which: `Wikipedia (hardness, density)`. What is named nowhere was not read. */
  sources: z.array(z.string()),
  /** The varieties of a species, with the pieces that are labelled so. */
  varieties: z.array(z.object({ name: z.string(), total })),
  ...pieces,
  /** Where its pieces come from, most pieces first. */
  localities: z.array(placeCount),
});

export const localityTopic = z.object({
  id,
  name: z.string(),
  /** From the country to the place above it. */
  above: z.array(z.object({ id, name: z.string() })),
  /** The places in it that pieces come from, most pieces first. */
  beneath: z.array(placeCount.omit({ country: true })),
  /** What comes from there, most pieces first; `hasPage` where the species table knows it. */
  species: z.array(z.object({ name: z.string(), hasPage: z.boolean(), total })),
  /** Its number at mindat.org. */
  mindatId: z.int().nullable(),
  ...pieces,
});

export type PlaceCount = z.infer<typeof placeCount>;
export type MapDot = z.infer<typeof mapDot>;
export type SpeciesTopic = z.infer<typeof speciesTopic>;
export type LocalityTopic = z.infer<typeof localityTopic>;
