/** What each facet is read from, which values that stands for, and what these are called. */
import { categories, categoryOf } from '#contract/catalogue/categories.ts';
import { type Disclosure, disclosureTable } from '#contract/catalogue/disclosures.ts';
import { type FacetName, newWithinDays } from '#contract/catalogue/filters.ts';
import { isFluorescent } from '#contract/catalogue/fluorescence.ts';
import { type SizeLimits, sizeClasses, sizeClassLabels, sizeClassOf } from '#contract/catalogue/size-classes.ts';
import { slugOf } from '#contract/catalogue/specimen-urls.ts';
import { type SpecimenStatus, sentenceCase, specimenStatuses, specimenStatusTable } from '#contract/catalogue/statuses.ts';
import { colourNames, type StoneColour, stoneColourNames, stoneColours } from '#contract/catalogue/stone-colours.ts';
import { localityPath, speciesPath } from '#contract/catalogue/topic-urls.ts';
import type { PlaceTree } from '#server/features/catalogue/places/place-tree.service.ts';
import { findSpecies, nameOf, nameOfSlug, speciesOfSlug } from '#server/features/catalogue/species/species.service.ts';
import type { FactRow } from './facets.queries.ts';

/** What values depend on besides the row. */
export type FacetWorld = {
  /** Days since 1970, UTC. */
  today: number;
  sizeLimits: SizeLimits;
  places: PlaceTree;
};

export type Raw = string | number | null;
export type FacetSource = {
  /** What the row says, as few different ones as there can be: what they stand for is worked out once for each. */
  raw(row: FactRow): Raw;
  /** The values that one can filter by. */
  values(raw: Raw, world: FacetWorld): readonly string[];
  /** The part of the world that `values` reads; where it changes, they are worked out again. */
  reads?(world: FacetWorld): string | number;
  label(value: string, world: FacetWorld): string;
  swatch?(value: string): string | undefined;
  /** The path of the page about a value, where it has one. */
  page?(value: string, world: FacetWorld): string | undefined;
  /** All values in their order, where they are few and have one; else the most frequent come first. */
  order?: readonly string[];
};

const DAY_MS = 24 * 60 * 60 * 1_000;
export const dayOf = (instant: Date): number => Math.floor(instant.getTime() / DAY_MS);

const single = (raw: Raw): readonly string[] => (raw === null ? [] : [String(raw)]);
const listed = (raw: Raw): readonly string[] => (raw === '' ? [] : String(raw).split(' '));
const asItIs = (value: string): string => value;

export const facetSources: Record<FacetName, FacetSource> = {
  category: { raw: (row) => categoryOf(row.category_id), values: single, label: asItIs, order: categories },
  species: {
    raw: (row) => row.species,
    values: (raw) => [...new Set((JSON.parse(String(raw)) as string[]).flatMap(speciesSlugs))],
    label: nameOfSlug,
    page: (value) => {
      const found = speciesOfSlug(value);
      return found ? speciesPath(nameOf(found)) : undefined;
    },
  },
  locality: {
    raw: (row) => row.locality_id,
    values: (raw, { places }) => (raw === null ? [] : places.pathOf(Number(raw)).map(({ id }) => String(id))),
    label: (value, { places }) => places.get(Number(value))?.name ?? value,
    page: (value, { places }) => {
      const place = places.get(Number(value));
      return place && localityPath(place);
    },
  },
  size: {
    raw: (row) => row.size_mm,
    values: (raw, { sizeLimits }) => single(sizeClassOf(raw as number | null, sizeLimits)),
    reads: ({ sizeLimits }) => JSON.stringify(sizeLimits),
    label: (value) => sizeClassLabels[value as keyof typeof sizeClassLabels] ?? value,
    order: sizeClasses,
  },
  colour: {
    raw: (row) => (row.colours === null ? '' : colourNames(JSON.parse(row.colours)).join(' ')),
    values: listed,
    label: (value) => stoneColours[value as StoneColour]?.label ?? value,
    swatch: (value) => stoneColours[value as StoneColour]?.swatch,
    order: stoneColourNames,
  },
  status: {
    raw: (row) => row.status,
    values: single,
    label: (value) => sentenceCase(specimenStatusTable[value as SpecimenStatus].label),
    order: specimenStatuses,
  },
  fluorescent: {
    raw: (row) => (row.fluorescence !== '[]' && isFluorescent(JSON.parse(row.fluorescence)) ? 'yes' : null),
    values: single,
    label: () => 'Fluorescent',
  },
  disclosure: {
    raw: (row) =>
      row.disclosures === '[]' ? '' : [...new Set((JSON.parse(row.disclosures) as Disclosure[]).flatMap(disclosed))].join(' '),
    values: listed,
    label: (value) => (value === 'none' ? 'No repairs known' : 'Repairs disclosed'),
    order: ['none', 'disclosed'],
  },
  days: {
    raw: (row) => dayOf(new Date(row.created_at)),
    values: (raw, { today }) => newWithinDays.filter((days) => today - Number(raw) < Number(days)),
    reads: ({ today }) => today,
    label: (value) => `Last ${value} days`,
    order: newWithinDays,
  },
  sold: { raw: (row) => row.status, values: (raw) => (raw === 'sold' ? [] : ['hide']), label: () => 'Hide sold pieces' },
};

function disclosed({ kind }: Disclosure): string[] {
  if (disclosureTable[kind].isWork) return ['disclosed'];
  return kind === 'none-known' ? ['none'] : [];
}

/** A variety is found by its species too. */
function speciesSlugs(name: string): string[] {
  const found = findSpecies(name);
  return found ? [slugOf(name), slugOf(found.species.name)] : [slugOf(name)];
}

/** The slug under which a species is found that is asked for by any of its names. */
export const speciesSlug = (slug: string): string => slugOf(nameOfSlug(slug));
