import { type FacetName, facetNames } from '#core/contract/catalogue/filters.ts';
import type { FacetCounts, FacetQuery, FacetValue } from '#core/contract/catalogue/specimens.ts';
import { filterOf } from '#core/server/catalogue/specimens/reading/specimen-filter.ts';
import { rankedIds } from '#core/server/catalogue/specimens/reading/specimen-search.service.ts';
import type { Context } from '#core/server/context.ts';
import { type FacetWorld, facetSources } from './facet-sources.ts';
import { isPlaceShown, matchesOf } from './matching.service.ts';

/** As many as a menu can hold. */
const MAX_VALUES: { readonly [Name in FacetName]?: number } = { species: 12, locality: 40 };

/**
 * Counts what choosing each value would show. @throws Problem invalid_input for a price bound that
 * is no amount.
 */
export async function facetCounts(ctx: Context, query: FacetQuery): Promise<FacetCounts> {
  const filter = filterOf(query, { hidden: false });
  const matches = await matchesOf(ctx, filter, await rankedIds(ctx, query.search, filter));
  const { locality } = query;
  // What only hidden pieces tell stays hidden, the name of a place too.
  const isShown =
    locality === undefined ||
    matches.counts('locality').has(locality) ||
    (await isPlaceShown(ctx, locality));
  const facets = facetNames.map((name) => {
    const chosen =
      name === 'locality' && !isShown ? undefined : { ...query, ...filter.facets }[name];
    const all = valuesOf(name, matches.counts(name), chosen, matches.world);
    const limit = query.values === 'all' ? all.length : (MAX_VALUES[name] ?? all.length);
    const values = all
      .filter(({ value }, place) => place < limit || value === chosen)
      .map((one) =>
        one.value === chosen && one.count > 0
          ? { ...one, page: facetSources[name].page?.(chosen, matches.world) }
          : one,
      );
    return [
      name,
      { values, ...(values.length < all.length && { more: all.length - values.length }) },
    ] as const;
  });
  return {
    total: matches.total,
    facets: Object.fromEntries(facets.filter(([, { values }]) => values.length > 0)),
  };
}

/** Includes the chosen value though nothing has it. */
function valuesOf(
  name: FacetName,
  counts: Map<string, number>,
  chosen: string | undefined,
  world: FacetWorld,
): FacetValue[] {
  if (name === 'locality') return placesOf(counts, chosen, world);
  if (chosen !== undefined && !counts.has(chosen)) counts.set(chosen, 0);
  const { label, swatch, order } = facetSources[name];
  const values = [...counts].map(([value, count]) => {
    const colour = swatch?.(value);
    return {
      value,
      label: label(value, world),
      count,
      ...(colour !== undefined && { swatch: colour }),
    };
  });
  return values.sort((a, b) =>
    order ? order.indexOf(a.value) - order.indexOf(b.value) : byFrequency(a, b),
  );
}

const byFrequency = (a: FacetValue, b: FacetValue): number =>
  b.count - a.count || (a.label < b.label ? -1 : 1);

/** Lists the way to the chosen place, and what lies directly beneath. */
function placesOf(
  counts: Map<string, number>,
  chosen: string | undefined,
  { places }: FacetWorld,
): FacetValue[] {
  const path = chosen === undefined ? [] : places.pathOf(Number(chosen));
  const parentId = path.at(-1)?.id ?? null;
  const beneath = [...counts].flatMap(([value, count]) => {
    const place = places.get(Number(value));
    return place?.parentId === parentId
      ? [{ value, label: place.name, count, ...(parentId !== null && { depth: path.length }) }]
      : [];
  });
  const above = path.map(({ id, name }, depth) => ({
    value: String(id),
    label: name,
    count: counts.get(String(id)) ?? 0,
    depth,
  }));
  return [...above, ...beneath.sort(byFrequency)];
}
