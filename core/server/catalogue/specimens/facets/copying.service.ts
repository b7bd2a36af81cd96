import { type FacetName, facetNames } from '#core/contract/catalogue/filters.ts';
import type { Context } from '#core/server/context.ts';
import type { Db } from '#platform/db/db.ts';
import { createFacetIndex } from './facet-index.ts';
import { facetSources } from './facet-sources.ts';
import { selectFactsOf } from './facets.queries.ts';
import { readWorld } from './matching.service.ts';

/** It has an index of its own; write nothing with it. */
export const contextOn = (ctx: Context, db: Db): Context => ({
  ...ctx,
  db,
  facetIndex: createFacetIndex({ db, dialect: ctx.dialect }),
});

export type FilterValues = {
  cents: number | null;
  facets: Partial<Record<FacetName, readonly string[]>>;
};

export async function filterValuesOf(
  ctx: Context,
  ids: readonly number[],
): Promise<Map<number, FilterValues>> {
  const world = await readWorld(ctx);
  const rows = ids.length === 0 ? [] : await selectFactsOf(ctx.db, ctx.dialect, ids);
  return new Map(
    rows.map((row) => {
      const values = facetNames.map(
        (name) => [name, facetSources[name].values(facetSources[name].raw(row), world)] as const,
      );
      return [
        row.id,
        {
          cents: row.price_cents,
          facets: Object.fromEntries(values.filter(([, found]) => found.length > 0)),
        },
      ];
    }),
  );
}
