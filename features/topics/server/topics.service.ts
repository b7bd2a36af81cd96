import { isDeepStrictEqual } from 'node:util';
import { type OwnField, ownFieldLabels, ownFields } from '#core/contract/catalogue/own-values.ts';
import type { Species } from '#core/contract/catalogue/species.ts';
import { slugOf } from '#core/contract/catalogue/specimen-urls.ts';
import { localityPath, speciesPath } from '#core/contract/catalogue/topic-urls.ts';
import { Problem } from '#core/contract/problems.ts';
import {
  type FoundSpecies,
  factsOf,
  formulaOf,
  nameOf,
  nameOfSlug,
  ownMarkOf,
  speciesOfSlug,
  speciesTable,
} from '#core/server/catalogue/species/species.service.ts';
import { matchesOf } from '#core/server/catalogue/specimens/facets/matching.service.ts';
import type { Context } from '#core/server/context.ts';
import type { LocalityTopic, SpeciesTopic } from '#features/topics/contract/topics.ts';
import { byFrequency, dotsOf, firstPieces, innermostPlaces, piecesOf } from './pieces.ts';
import { selectMindatId } from './topics.queries.ts';

/**
 * A species includes the pieces of its varieties.
 * @throws Problem not_found where the table has no such name.
 */
export async function readSpeciesTopic(ctx: Context, slug: string): Promise<SpeciesTopic> {
  const found = speciesOfSlug(slug);
  if (!found) throw new Problem('not_found', 'The shop knows no species of that name');
  const { species, variety } = found;
  const facts = factsOf(found);
  const { name } = facts;
  const whole = wholeOf(found);
  const varieties = variety ? [] : speciesTable().varieties.filter(({ of }) => of === name);
  const facets = { species: slugOf(name) };
  const pieces = await piecesOf(ctx, facets);
  const localities = innermostPlaces(pieces);
  return {
    name,
    kind: facts.kind,
    of: variety ? species.name : null,
    class: whole?.class ?? null,
    formula: formulaOf(found),
    system: whole?.system ?? null,
    hardness: facts.hardness,
    density: facts.density,
    lustres: [...facts.lustres],
    colours: variety ? null : species.colours,
    streak: whole?.streak ?? null,
    cleavage: whole?.cleavage ?? null,
    habit: variety ? null : species.habit,
    typeLocality: variety ? null : species.typeLocality,
    group: whole?.group ?? null,
    synonyms: [...facts.synonyms],
    fluorescence: [...facts.fluorescence],
    care: [...facts.care],
    differs: species.differs,
    sources: [...readSourcesOf(found), ...ownSourcesOf(found)],
    varieties: varieties.map((one) => ({
      name: one.name,
      total: pieces.species.get(slugOf(one.name)) ?? 0,
    })),
    specimens: await firstPieces(ctx, facets),
    total: pieces.total,
    dots: await dotsOf(ctx, localities),
    localities,
  };
}

/** Null for a stone of several minerals, such as ruby in zoisite, which is of no one class. */
const wholeOf = (found: FoundSpecies): Species | null =>
  factsOf(found).formula === null && found.species.formula !== null ? null : found.species;

/**
 * `Wikipedia, galleries.com (hardness, density)`. What a variety has for itself was read nowhere.
 */
function readSourcesOf(found: FoundSpecies): string[] {
  const { species, variety } = found;
  const facts: Partial<Record<OwnField, unknown>> = {
    ...species,
    ...(variety && { colours: null, habit: null, typeLocality: null }),
    ...factsOf(found),
  };
  const own = [species.name, variety?.name ?? ''].flatMap((name) => ownMarkOf(name)?.fields ?? []);
  const read =
    wholeOf(found) === null
      ? []
      : ownFields.filter((field) => !own.includes(field) && isRead(field, facts, species));
  const references = new Map<string, string[]>();
  for (const { reference, fields } of species.readAgainst) {
    const labels = labelsOf(read.filter((field) => fields.includes(field)));
    if (labels !== '') references.set(labels, [...(references.get(labels) ?? []), reference]);
  }
  return [...references].map(([labels, names]) => `${names.join(', ')} (${labels})`);
}

function isRead(
  field: OwnField,
  facts: Partial<Record<OwnField, unknown>>,
  species: Species,
): boolean {
  const value = species[field];
  return (
    value !== null &&
    !(Array.isArray(value) && value.length === 0) &&
    isDeepStrictEqual(facts[field], value)
  );
}

const labelsOf = (fields: readonly OwnField[]) =>
  fields.map((field) => ownFieldLabels[field].toLowerCase()).join(', ');

function ownSourcesOf({ species, variety }: FoundSpecies): string[] {
  return [species.name, variety?.name].flatMap((name) => {
    const mark = name === undefined ? null : ownMarkOf(name);
    if (mark === null) return [];
    const from = mark.source === '' ? 'our own records' : `${mark.source}, entered by us`;
    return mark.isAdded ? from : `${from} (${labelsOf(mark.fields)})`;
  });
}

/**
 * Includes pieces from places beneath it.
 * @throws Problem not_found where visitors see none: what only hidden pieces tell stays hidden.
 */
export async function readLocalityTopic(ctx: Context, id: number): Promise<LocalityTopic> {
  const facets = { locality: String(id) };
  const pieces = await piecesOf(ctx, facets);
  const { tree, total } = pieces;
  const place = tree.get(id);
  if (!place || total === 0)
    throw new Problem('not_found', 'The shop has no pieces from that place');
  const isWithin = (other: number) => tree.pathOf(other).some((one) => one.id === id);
  const within = {
    ...pieces,
    places: new Map([...pieces.places].filter(([other]) => isWithin(other))),
  };
  return {
    id,
    name: place.name,
    above: tree
      .pathOf(id)
      .slice(0, -1)
      .map((one) => ({ id: one.id, name: one.name })),
    beneath: [...pieces.places]
      .flatMap(([child, pieceCount]) => {
        const one = tree.get(child);
        return one?.parentId === id ? [{ id: child, name: one.name, total: pieceCount }] : [];
      })
      .sort(byFrequency),
    species: [...pieces.species]
      .map(([slug, pieceCount]) => ({
        name: nameOfSlug(slug),
        hasPage: speciesOfSlug(slug) !== null,
        total: pieceCount,
      }))
      .sort(byFrequency),
    mindatId: await selectMindatId(ctx.db, id),
    specimens: await firstPieces(ctx, facets),
    total,
    dots: await dotsOf(ctx, innermostPlaces(within)),
  };
}

/** Accepts synonyms; null for what the table does not know. */
export function speciesTopicPath(slug: string): string | null {
  const found = speciesOfSlug(slug);
  return found && speciesPath(nameOf(found));
}

/** Null where visitors see no pieces from there. */
export async function localityTopicPath(ctx: Context, id: number): Promise<string | null> {
  const { total, world } = await matchesOf(ctx, {
    hidden: false,
    facets: { locality: String(id) },
  });
  const place = world.places.get(id);
  return place && total > 0 ? localityPath(place) : null;
}

export async function topicPaths(ctx: Context): Promise<string[]> {
  const { species, places, tree } = await piecesOf(ctx, {});
  const paths = [
    ...[...species.keys()].flatMap((slug) => speciesTopicPath(slug) ?? []),
    ...[...places.keys()].flatMap((id) => {
      const place = tree.get(id);
      return place ? [localityPath(place)] : [];
    }),
  ];
  return [...new Set(paths)].sort();
}
