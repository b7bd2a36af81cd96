import { categories, categoryOf } from '#core/contract/catalogue/categories.ts';
import { type Disclosure, disclosureTable } from '#core/contract/catalogue/disclosures.ts';
import { type FacetName, newWithinDays } from '#core/contract/catalogue/filters.ts';
import { isFluorescent } from '#core/contract/catalogue/fluorescence.ts';
import {
  type SizeLimits,
  sizeClasses,
  sizeClassLabels,
  sizeClassOf,
} from '#core/contract/catalogue/size-classes.ts';
import { slugOf } from '#core/contract/catalogue/specimen-urls.ts';
import {
  type SpecimenStatus,
  sentenceCase,
  specimenStatuses,
  specimenStatusTable,
} from '#core/contract/catalogue/statuses.ts';
import {
  colourNames,
  type StoneColour,
  stoneColourNames,
  stoneColours,
} from '#core/contract/catalogue/stone-colours.ts';
import { localityLink, speciesLink } from '#core/contract/catalogue/topic-urls.ts';
import { DAY_MS } from '#core/contract/durations.ts';
import type { PlaceTree } from '#core/server/catalogue/places/place-tree.service.ts';
import {
  findSpecies,
  nameOf,
  nameOfSlug,
  speciesOfSlug,
} from '#core/server/catalogue/species/species.service.ts';
import type { FactRow } from './facets.queries.ts';

export type FacetWorld = {
  /** Days since 1970, UTC. */
  today: number;
  sizeLimits: SizeLimits;
  places: PlaceTree;
};

export type Raw = string | number | null;
export type FacetSource = {
  /** Values are worked out once for each. */
  raw(row: FactRow): Raw;
  values(raw: Raw, world: FacetWorld): readonly string[];
  /** Values are worked out again when this changes. */
  reads?(world: FacetWorld): string | number;
  label(value: string, world: FacetWorld): string;
  swatch?(value: string): string | undefined;
  page?(value: string, world: FacetWorld): string | undefined;
  /** Without it the most frequent come first. */
  order?: readonly string[];
};

export const dayOf = (instant: Date): number => Math.floor(instant.getTime() / DAY_MS);

const single = (raw: Raw): readonly string[] => (raw === null ? [] : [String(raw)]);
const listed = (raw: Raw): readonly string[] => (raw === '' ? [] : String(raw).split(' '));
const asItIs = (value: string): string => value;

export const facetSources: Record<FacetName, FacetSource> = {
  category: {
    raw: (row) => categoryOf(row.category_id),
    values: single,
    label: asItIs,
    order: categories,
  },
  species: {
    raw: (row) => row.species,
    values: (raw) => [...new Set((JSON.parse(String(raw)) as string[]).flatMap(speciesSlugs))],
    label: nameOfSlug,
    page: (value) => {
      const found = speciesOfSlug(value);
      return found ? speciesLink(nameOf(found)) : undefined;
    },
  },
  locality: {
    raw: (row) => row.locality_id,
    values: (raw, { places }) =>
      raw === null ? [] : places.pathOf(Number(raw)).map(({ id }) => String(id)),
    label: (value, { places }) => places.get(Number(value))?.name ?? value,
    page: (value, { places }) => {
      const place = places.get(Number(value));
      return place && localityLink(place);
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
    raw: (row) =>
      row.fluorescence !== '[]' && isFluorescent(JSON.parse(row.fluorescence)) ? 'yes' : null,
    values: single,
    label: () => 'Fluorescent',
  },
  disclosure: {
    raw: (row) =>
      row.disclosures === '[]'
        ? ''
        : [...new Set((JSON.parse(row.disclosures) as Disclosure[]).flatMap(disclosed))].join(' '),
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
  sold: {
    raw: (row) => row.status,
    values: (raw) => (raw === 'sold' ? [] : ['hide']),
    label: () => 'Hide sold pieces',
  },
};

function disclosed({ kind }: Disclosure): string[] {
  if (disclosureTable[kind].isWork) return ['disclosed'];
  return kind === 'none-known' ? ['none'] : [];
}

function speciesSlugs(name: string): string[] {
  const found = findSpecies(name);
  return found ? [slugOf(name), slugOf(found.species.name)] : [slugOf(name)];
}

/** Resolves any of a species' names. */
export const speciesSlug = (slug: string): string => slugOf(nameOfSlug(slug));
