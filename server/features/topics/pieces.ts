/** What pages about species and localities say of the pieces: the first of them, and where they come from. */
import { findCountry } from '#contract/countries.ts';
import type { Specimen } from '#contract/specimens.ts';
import type { MapDot, PlaceCount } from '#contract/topics.ts';
import type { Context } from '#server/context.ts';
import type { Places } from '#server/features/localities/places.service.ts';
import { specimensOf } from '#server/features/specimens/catalogue/specimens.service.ts';
import type { TopicRow } from './topics.queries.ts';

/** As many as a page shows; the gallery has all of them. */
const MAX_SHOWN = 24;
const MAX_PLACES = 40;

/** The first pieces: `isFirst` before the others, those that can be had before those that are sold, the newest first. */
export async function firstPieces(ctx: Context, rows: readonly TopicRow[], isFirst: (row: TopicRow) => boolean): Promise<Specimen[]> {
  const order = rows.toSorted(
    (a, b) =>
      Number(isFirst(b)) - Number(isFirst(a)) ||
      Number(a.status === 'sold') - Number(b.status === 'sold') ||
      b.created_at.localeCompare(a.created_at) ||
      b.id - a.id,
  );
  return specimensOf(
    ctx,
    order.slice(0, MAX_SHOWN).map(({ id }) => id),
    { hidden: false },
  );
}

/** How many rows have each value, most first. */
export function counted<Value>(values: Iterable<Value>): [Value, number][] {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

/** The places that the pieces come from, most pieces first. */
export const placesOf = (rows: readonly TopicRow[], places: Places): PlaceCount[] =>
  counted(rows.flatMap(({ locality_id }) => locality_id ?? []))
    .slice(0, MAX_PLACES)
    .flatMap(([id, total]) => {
      const [place, ...above] = places.wayUp(id);
      return place ? [{ ...place, country: above.at(-1)?.name ?? null, total }] : [];
    });

/** A dot for each place whose coordinates a piece tells, and for each country that a place of unknown coordinates lies in. */
export function dotsOf(rows: readonly TopicRow[], places: Places): MapDot[] {
  const known = new Map(rows.flatMap(({ locality_id, coordinates }) => (locality_id && coordinates ? [[locality_id, coordinates]] : [])));
  const countries = new Set<string>();
  for (const id of new Set(rows.flatMap(({ locality_id }) => locality_id ?? []))) {
    const country = places.wayUp(id).at(-1);
    if (country && !known.has(id)) countries.add(country.name);
  }
  const middles = [...countries].flatMap((name) => findCountry(name)?.middle ?? []);
  return [
    ...[...known.values()].map((coordinates) => ({ coordinates, isCountry: false })),
    ...middles.map((coordinates) => ({ coordinates, isCountry: true })),
  ];
}
