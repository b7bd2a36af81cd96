import { setImmediate } from 'node:timers/promises';
import { type Ranked, rankMatches } from '#core/server/catalogue/search/ranking.service.ts';
import { matchesOf } from '#core/server/catalogue/specimens/facets/matching.service.ts';
import type { Context } from '#core/server/context.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { inBoundedTime } from './bounded-time.queries.ts';
import { idSet } from './id-set.ts';
import type { CursorPosition, ListSort } from './specimen-cursor.ts';
import {
  selectIds,
  selectIdsByStatus,
  selectInOrder,
  selectSorted,
} from './specimen-search.queries.ts';
import type { SpecimenFilter, SpecimenRow } from './specimens.queries.ts';

/** A scan of an index finds more cheaper. */
const MAX_LOOKED_UP = 1_000;

/** The matches after a position. `ranks`: null unless sorted by relevance. */
export type Found = { ids: ArrayLike<number>; ranks: ArrayLike<number> | null; total: number };

/** Accepts a term of signs that no specimen contains. */
export const isSearch = (term: string | undefined): term is string =>
  term !== undefined && term.trim() !== '';

/** Returns at most `limit`, and the total. @throws Problem unavailable where it takes too long. */
export async function search(
  ctx: Context,
  term: string,
  filter: SpecimenFilter,
  { sort, after, limit }: { sort: ListSort; after: CursorPosition | null; limit: number },
): Promise<Found> {
  const { db, dialect } = ctx;
  // Before the transaction: it may read the database, and what holds one connection must not wait
  // for another.
  const isInFacets = filter.facets ? (await matchesOf(ctx, filter)).has : null;
  return inBoundedTime(db, dialect, async (handle) => {
    const ranked = await rankMatches(handle, term, filter);
    const passing = hasFilters(filter) ? await filterRanked(handle, ranked) : ranked;
    const total = passing.ids.length;
    if (sort === 'relevance') return { ...fromPosition(passing, after), total };
    const ids: number[] = [];
    const isPassing = idSet(passing.ids);
    // A few matches are sorted directly. Of many, a walk along all specimens, with pauses, soon
    // meets the next ones.
    const query = {
      dialect,
      filter: { hidden: filter.hidden },
      among: idsIfFew(passing),
      sort,
      limit: MAX_LOOKED_UP,
    };
    for (
      let position = after, walked = MAX_LOOKED_UP;
      walked === MAX_LOOKED_UP && ids.length < limit;
    ) {
      const steps = await selectSorted(handle, { ...query, after: position });
      ids.push(...steps.flatMap(({ id }) => (isPassing(id) ? [id] : [])));
      walked = steps.length;
      position = steps.at(-1) ?? null;
      await setImmediate();
    }
    return { ids, ranks: null, total };
  });

  async function filterRanked(handle: Db | Tx, ranked: Ranked): Promise<Ranked> {
    const { ids, ranks } = ranked;
    const isPassing =
      isInFacets ?? idSet(await selectIds(handle, { dialect, filter, among: idsIfFew(ranked) }));
    return {
      ids: ids.filter(isPassing),
      ranks: ranks.filter((_, at) => isPassing(ids[at] as number)),
    };
  }
}

/** Returns null where there is no term. */
export async function rankedIds(
  { db, dialect }: Context,
  term: string | undefined,
  { hidden }: SpecimenFilter,
): Promise<Int32Array | null> {
  if (!isSearch(term)) return null;
  return inBoundedTime(
    db,
    dialect,
    async (handle) => (await rankMatches(handle, term, { hidden })).ids,
  );
}

export type ListStatus = { visible: boolean; status: SpecimenRow['status'] };

export async function searchWithStatus(
  { db, dialect }: Context,
  term: string,
): Promise<({ id: number } & ListStatus)[]> {
  return inBoundedTime(db, dialect, async (handle) => {
    const ranked = await rankMatches(handle, term, { hidden: true });
    const statuses = new Map<number, ListStatus>();
    for (const { ids, ...status } of await selectIdsByStatus(handle, {
      dialect,
      among: idsIfFew(ranked),
    })) {
      for (const id of ids) statuses.set(id, status);
    }
    return Array.from(ranked.ids).flatMap((id) => {
      const status = statuses.get(id);
      return status ? [{ id, ...status }] : [];
    });
  });
}

export const rowsOf = (
  { db, dialect }: Context,
  filter: SpecimenFilter,
  ids: ArrayLike<number>,
): Promise<SpecimenRow[]> => selectInOrder(db, { dialect, filter, among: Array.from(ids) });

const idsIfFew = ({ ids }: Ranked): number[] | null =>
  ids.length <= MAX_LOOKED_UP ? Array.from(ids) : null;

/** Ignores the filter on hidden specimens. */
export function hasFilters({ hidden, ...rest }: SpecimenFilter): boolean {
  return Object.values(rest).some((value) => value !== undefined);
}

function fromPosition({ ids, ranks }: Ranked, after: CursorPosition | null): Omit<Found, 'total'> {
  if (!after) return { ids, ranks };
  const rank = Number(after.key);
  let start = 0;
  while (start < ids.length && isNotAfter(ranks[start] as number, ids[start] as number)) start += 1;
  return { ids: ids.subarray(start), ranks: ranks.subarray(start) };

  function isNotAfter(itsRank: number, id: number): boolean {
    return itsRank < rank || (itsRank === rank && id >= (after as CursorPosition).id);
  }
}
