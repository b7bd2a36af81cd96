import { findCountry } from '#core/contract/catalogue/countries.ts';
import type { FacetName } from '#core/contract/catalogue/filters.ts';
import type { Specimen } from '#core/contract/catalogue/specimens.ts';
import type { PlaceTree } from '#core/server/catalogue/places/place-tree.service.ts';
import { matchesOf } from '#core/server/catalogue/specimens/facets/matching.service.ts';
import { specimensOf } from '#core/server/catalogue/specimens/reading/specimens.service.ts';
import type { Context } from '#core/server/context.ts';
import type { MapDot, PlaceCount } from '#features/topics/contract/topics.ts';
import { selectCoordinates } from './topics.queries.ts';

const MAX_SHOWN = 24;
const MAX_PLACES = 40;

type Facets = { readonly [Name in FacetName]?: string };

export type Pieces = {
  total: number;
  /** Counts by species slug, and by place id, with the places beneath it. */
  species: ReadonlyMap<string, number>;
  places: ReadonlyMap<number, number>;
  tree: PlaceTree;
};

export async function piecesOf(ctx: Context, facets: Facets): Promise<Pieces> {
  const matches = await matchesOf(ctx, { hidden: false, facets });
  const places = [...matches.counts('locality')].map(([id, total]) => [Number(id), total] as const);
  return {
    total: matches.total,
    species: matches.counts('species'),
    places: new Map(places),
    tree: matches.world.places,
  };
}

/** Available pieces come before sold ones, the newest first. */
export async function firstPieces(ctx: Context, facets: Facets): Promise<Specimen[]> {
  const ids: number[] = [];
  for (const sold of [{ sold: 'hide' }, { status: 'sold' }]) {
    const matches = await matchesOf(ctx, { hidden: false, facets: { ...facets, ...sold } });
    ids.push(...matches.page('newest', null, MAX_SHOWN - ids.length).map(({ id }) => id));
  }
  return specimensOf(ctx, ids, { hidden: false });
}

export const byFrequency = (
  a: { name: string; total: number },
  b: { name: string; total: number },
): number => b.total - a.total || a.name.localeCompare(b.name, 'en');

/** Most pieces first. */
export function innermostPlaces({ places, tree }: Pieces): PlaceCount[] {
  const own = new Map(places);
  for (const [id, total] of places) {
    const parentId = tree.get(id)?.parentId ?? null;
    if (parentId !== null) own.set(parentId, (own.get(parentId) ?? 0) - total);
  }
  const found = [...own].flatMap(([id, total]) => {
    const [country, ...others] = tree.pathOf(id);
    const name = tree.get(id)?.name;
    return name === undefined || total <= 0
      ? []
      : [{ id, name, country: others.length === 0 ? null : (country?.name ?? null), total }];
  });
  return found.sort(byFrequency).slice(0, MAX_PLACES);
}

export async function dotsOf(ctx: Context, places: readonly PlaceCount[]): Promise<MapDot[]> {
  const known = await selectCoordinates(
    ctx.db,
    places.map(({ id }) => id),
  );
  const unknown = places
    .filter(({ id }) => !known.has(id))
    .map(({ name, country }) => country ?? name);
  const middles = [...new Set(unknown)].flatMap((name) => findCountry(name)?.middle ?? []);
  return [
    ...[...known.values()].map((coordinates) => ({ coordinates, isCountry: false })),
    ...middles.map((coordinates) => ({ coordinates, isCountry: true })),
  ];
}
