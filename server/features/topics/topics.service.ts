/** The pages about species and localities, as visitors get them. */
import { writeFormula } from '#contract/formula.ts';
import { Problem } from '#contract/problems.ts';
import { localityPath, speciesPath } from '#contract/topic-urls.ts';
import type { LocalityTopic, SpeciesTopic } from '#contract/topics.ts';
import type { Context } from '#server/context.ts';
import { readPlaces } from '#server/features/localities/places.service.ts';
import { nameOf, sourcesOf, speciesNamed, speciesOfSlug, speciesTable } from '#server/features/species/species.service.ts';
import { counted, dotsOf, firstPieces, placesOf } from './pieces.ts';
import { hasVisible, selectFromPlaces, selectLocalityIds, selectOfSpecies, selectSpeciesLists } from './topics.queries.ts';

/**
 * What the species table knows, and the shop's pieces: of a species those of its varieties too.
 * @throws Problem not_found where the table has no such name.
 */
export async function readSpeciesTopic(ctx: Context, slug: string): Promise<SpeciesTopic> {
  const found = speciesOfSlug(slug);
  if (!found) throw new Problem('not_found', 'The shop knows no species of that name');
  const { species, variety } = found;
  const { name } = variety ?? species;
  const varieties = variety ? [] : speciesTable().varieties.filter(({ of }) => of === name);
  const names = [name, ...varieties.map((one) => one.name)];
  const [rows, places] = await Promise.all([selectOfSpecies(ctx.db, names), readPlaces(ctx.db)]);
  const totals = new Map(counted(rows.flatMap((row) => row.species)));
  return {
    name,
    kind: (variety ?? species).kind,
    of: variety ? species.name : null,
    class: species.class,
    formula: species.formula === null ? null : writeFormula(species.formula),
    system: species.system,
    hardness: species.hardness,
    density: species.density,
    lustres: [...species.lustres],
    group: species.group,
    synonyms: [...(variety ?? species).synonyms],
    fluorescence: [...(variety?.fluorescence.length ? variety : species).fluorescence],
    care: [...(variety ?? species).care],
    differs: species.differs,
    sources: sourcesOf(species),
    varieties: varieties.map((one) => ({ name: one.name, total: totals.get(one.name) ?? 0 })),
    specimens: await firstPieces(ctx, rows, (row) => row.species[0] !== undefined && names.includes(row.species[0])),
    total: rows.length,
    dots: dotsOf(rows, places),
    localities: placesOf(rows, places),
  };
}

/**
 * A place and the pieces from there and from beneath it.
 * @throws Problem not_found where visitors see none: what only hidden pieces tell stays hidden.
 */
export async function readLocalityTopic(ctx: Context, id: number): Promise<LocalityTopic> {
  const places = await readPlaces(ctx.db);
  const rows = await selectFromPlaces(ctx.db, places.within(id));
  const [place, ...above] = places.wayUp(id);
  if (!place || rows.length === 0) throw new Problem('not_found', 'The shop has no pieces from that place');
  const beneath = rows.flatMap(({ locality_id }) => {
    const way = places.wayUp(locality_id ?? 0);
    return way[way.findIndex((one) => one.id === id) - 1] ?? [];
  });
  return {
    ...place,
    above: above.reverse(),
    beneath: counted(beneath.map((one) => one.id)).flatMap(([child, total]) => {
      const [one] = places.wayUp(child);
      return one ? [{ ...one, total }] : [];
    }),
    species: counted(rows.flatMap((row) => row.species)).map(([name, total]) => ({ name, hasPage: speciesNamed(name) !== null, total })),
    mindatId: rows.find(({ locality_id, mindat_id }) => locality_id === id && mindat_id !== null)?.mindat_id ?? null,
    specimens: await firstPieces(ctx, rows, ({ locality_id }) => locality_id === id),
    total: rows.length,
    dots: dotsOf(rows, places),
  };
}

/** The path of a species' page, also where it is asked for by a synonym; null for what the table does not know. */
export function speciesTopicPath(slug: string): string | null {
  const found = speciesOfSlug(slug);
  return found && speciesPath(nameOf(found));
}

/** The path of a place's page; null where visitors see no pieces from there. */
export async function localityTopicPath(ctx: Context, id: number): Promise<string | null> {
  const places = await readPlaces(ctx.db);
  const [place] = places.wayUp(id);
  return place && (await hasVisible(ctx.db, places.within(id))) ? localityPath(place) : null;
}

/** The paths of all pages about species and localities that have pieces, in the order of the alphabet. */
export async function topicPaths(ctx: Context): Promise<string[]> {
  const [lists, ids, places] = await Promise.all([selectSpeciesLists(ctx.db), selectLocalityIds(ctx.db), readPlaces(ctx.db)]);
  const found = [...new Set(lists.flat())].flatMap((name) => speciesNamed(name) ?? []);
  const species = found.flatMap((one) => [nameOf(one), one.species.name]);
  const around = ids.flatMap((id) => places.wayUp(id));
  return [...new Set([...species.map(speciesPath), ...around.map(localityPath)])].sort();
}
