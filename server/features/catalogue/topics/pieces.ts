/** What pages about species and localities say of the pieces: the first of them, and where they come from. All of it from the index in memory. */
import { findCountry } from '#contract/catalogue/countries.ts';
import type { FacetName } from '#contract/catalogue/filters.ts';
import type { Specimen } from '#contract/catalogue/specimens.ts';
import type { MapDot, PlaceCount } from '#contract/catalogue/topics.ts';
import type { Context } from '#server/context.ts';
import type { PlaceTree } from '#server/features/catalogue/places/place-tree.service.ts';
import { matchesOf } from '#server/features/catalogue/specimens/facets/matching.service.ts';
import { specimensOf } from '#server/features/catalogue/specimens/reading/specimens.service.ts';
import { selectCoordinates } from './topics.queries.ts';

/** As many as a page shows; the gallery has all of them. */
const MAX_SHOWN = 24;
const MAX_PLACES = 40;

type Facets = { readonly [Name in FacetName]?: string };

export type Pieces = {
  total: number;
  /** How many pieces have each species, by its slug, and are from each place or beneath it, by its id. */
  species: ReadonlyMap<string, number>;
  places: ReadonlyMap<number, number>;
  tree: PlaceTree;
};

/** What visitors see that fits the facets. */
export async function piecesOf(ctx: Context, facets: Facets): Promise<Pieces> {
  const matches = await matchesOf(ctx, { hidden: false, facets });
  const places = [...matches.counts('locality')].map(([id, total]) => [Number(id), total] as const);
  return { total: matches.total, species: matches.counts('species'), places: new Map(places), tree: matches.world.places };
}

/** The first pieces: those that can be had before those that are sold, the newest first. */
export async function firstPieces(ctx: Context, facets: Facets): Promise<Specimen[]> {
  const ids: number[] = [];
  for (const sold of [{ sold: 'hide' }, { status: 'sold' }]) {
    const matches = await matchesOf(ctx, { hidden: false, facets: { ...facets, ...sold } });
    ids.push(...matches.page('newest', null, MAX_SHOWN - ids.length).map(({ id }) => id));
  }
  return specimensOf(ctx, ids, { hidden: false });
}

export const byFrequency = (a: { name: string; total: number }, b: { name: string; total: number }): number =>
  b.total - a.total || a.name.localeCompare(b.name, 'en');

/** The innermost places that pieces come from, most pieces first. */
export function innermostPlaces({ places, tree }: Pieces): PlaceCount[] {
  const own = new Map(places);
  for (const [id, total] of places) {
    const parentId = tree.get(id)?.parentId ?? null;
    if (parentId !== null) own.set(parentId, (own.get(parentId) ?? 0) - total);
  }
  const found = [...own].flatMap(([id, total]) => {
    const [country, ...others] = tree.pathOf(id);
    const name = tree.get(id)?.name;
    return name === undefined || total <= 0 ? [] : [{ id, name, country: others.length === 0 ? null : (country?.name ?? null), total }];
  });
  return found.sort(byFrequency).slice(0, MAX_PLACES);
}

/** A dot for each place whose coordinates a piece tells, and for each country that a place of unknown coordinates lies in. */
export async function dotsOf(ctx: Context, places: readonly PlaceCount[]): Promise<MapDot[]> {
  const known = await selectCoordinates(
    ctx.db,
    places.map(({ id }) => id),
  );
  const unknown = places.filter(({ id }) => !known.has(id)).map(({ name, country }) => country ?? name);
  const middles = [...new Set(unknown)].flatMap((name) => findCountry(name)?.middle ?? []);
  return [
    ...[...known.values()].map((coordinates) => ({ coordinates, isCountry: false })),
    ...middles.map((coordinates) => ({ coordinates, isCountry: true })),
  ];
}
