/** The index in memory serves filters that the database has no index for. */
import { categoryOf } from '#core/contract/catalogue/categories.ts';
import type { SpecimenSort } from '#core/contract/catalogue/specimen-sorts.ts';
import { readSetting } from '#core/server/admin/settings/settings.service.ts';
import type { CursorPosition } from '#core/server/catalogue/specimens/reading/specimen-cursor.ts';
import type { SpecimenFilter } from '#core/server/catalogue/specimens/reading/specimens.queries.ts';
import type { Context } from '#core/server/context.ts';
import type { Matches } from './facet-columns.ts';
import { dayOf, type FacetWorld } from './facet-sources.ts';

/** @param among null: all. */
export async function matchesOf(
  ctx: Context,
  filter: SpecimenFilter,
  among: ArrayLike<number> | null = null,
): Promise<Matches & { world: FacetWorld }> {
  const { hidden, visible, minCents, maxCents, categoryId, status } = filter;
  const facets = {
    ...filter.facets,
    ...(categoryId !== undefined && { category: categoryOf(categoryId) }),
    ...(status !== undefined && { status }),
  };
  const { columns, world } = await readFacts(ctx);
  return {
    ...columns.matches({ hidden, visible, minCents, maxCents, facets, among }, world),
    world,
  };
}

export const readWorld = async (ctx: Context): Promise<FacetWorld> => (await readFacts(ctx)).world;

async function readFacts(ctx: Context) {
  const sizeLimits = await readSetting(ctx, 'size_classes');
  const { columns, places } = await ctx.facetIndex.current();
  return { columns, world: { today: dayOf(ctx.clock.now()), sizeLimits, places } };
}

/** @param id of a place. */
export const isPlaceShown = async (ctx: Context, id: string): Promise<boolean> =>
  (await matchesOf(ctx, { hidden: false, facets: { locality: id } })).total > 0;

/** Returns at most `limit`, and the total. */
export async function selectMatching(
  ctx: Context,
  filter: SpecimenFilter,
  { sort, after, limit }: { sort: SpecimenSort; after: CursorPosition | null; limit: number },
): Promise<{ ids: number[]; total: number }> {
  const matches = await matchesOf(ctx, filter);
  return { ids: matches.page(sort, after, limit).map(({ id }) => id), total: matches.total };
}
