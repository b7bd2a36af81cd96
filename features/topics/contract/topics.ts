import { z } from 'zod';
import {
  careNotes,
  crystalSystems,
  lustres,
  mineralClasses,
  speciesKinds,
  type UltravioletLight,
  ultravioletLights,
  varietyKinds,
} from '#core/contract/catalogue/species.ts';
import { specimen } from '#core/contract/catalogue/specimens.ts';
import { writtenFormula } from '#core/contract/catalogue/written-formula.ts';
import { id } from '#core/contract/text.ts';

/** Pieces that visitors see, sold ones too. */
const total = z.int();
const range = z.object({ min: z.number(), max: z.number() });

export const placeCount = z.object({
  id,
  name: z.string(),
  country: z.string().nullable(),
  total,
});

export const mapDot = z.object({
  coordinates: z.object({ latitude: z.number(), longitude: z.number() }),
  /** The dot is a country's middle, because nobody has said where in it the place lies. */
  isCountry: z.boolean(),
});

const pieces = {
  specimens: z.array(specimen),
  total,
  dots: z.array(mapDot),
};

export const speciesTopic = z.object({
  name: z.string(),
  kind: z.enum([...speciesKinds, ...varietyKinds]),
  /** A variety's species, to which the following fields belong; null for a species. */
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
  fluorescence: z.array(
    z.object({
      light: z.enum(Object.keys(ultravioletLights) as UltravioletLight[]),
      colour: z.string(),
    }),
  ),
  care: z.array(z.enum(Object.keys(careNotes) as (keyof typeof careNotes)[])),
  differs: z.string().nullable(),
  /**
   * Each with the facts read there: `Wikipedia (hardness, density)`. A fact named nowhere was not
   * read.
   */
  sources: z.array(z.string()),
  varieties: z.array(z.object({ name: z.string(), total })),
  ...pieces,
  /** Most pieces first. */
  localities: z.array(placeCount),
});

export const localityTopic = z.object({
  id,
  name: z.string(),
  above: z.array(z.object({ id, name: z.string() })),
  /** Most pieces first. */
  beneath: z.array(placeCount.omit({ country: true })),
  /** Most pieces first; `hasPage` where the species table knows it. */
  species: z.array(z.object({ name: z.string(), hasPage: z.boolean(), total })),
  mindatId: z.int().nullable(),
  ...pieces,
});

export type PlaceCount = z.infer<typeof placeCount>;
export type MapDot = z.infer<typeof mapDot>;
export type SpeciesTopic = z.infer<typeof speciesTopic>;
export type LocalityTopic = z.infer<typeof localityTopic>;
