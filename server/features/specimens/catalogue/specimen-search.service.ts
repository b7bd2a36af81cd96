/** Searching specimens: what a term matches, joined with the filters and sorts of the list. */
import { setImmediate } from 'node:timers/promises';
import type { Context } from '#server/context.ts';
import { type Ranked, rankMatches } from '#server/features/search/ranking.service.ts';
import { inBoundedTime } from './bounded-time.queries.ts';
import { idSet } from './id-set.ts';
import type { ListSort, Place } from './specimen-cursor.ts';
import { selectIds, selectIdsByStatus, selectInOrder, selectSorted } from './specimen-search.queries.ts';
import type { SpecimenFilter, SpecimenRow } from './specimens.queries.ts';

/** Up to this many are looked up by id; beyond that, reading an index along is cheaper. */
const MAX_LOOKED_UP = 1_000;

/** What a term matches from some place on. `ranks` in the order of relevance only. */
export type Found = { ids: ArrayLike<number>; ranks: ArrayLike<number> | null; total: number };

/** Whether there is anything to search for, if only signs that no specimen contains. */
export const isSearch = (term: string | undefined): term is string => term !== undefined && term.trim() !== '';

/**
 * The first `limit` specimens after the place that match the term and pass the filter, in the order of the sort, and how many there are in all.
 * @throws Problem unavailable where it takes too long.
 */
export async function search(
  { db, dialect }: Context,
  term: string,
  filter: SpecimenFilter,
  { sort, after, limit }: { sort: ListSort; after: Place | null; limit: number },
): Promise<Found> {
  return inBoundedTime(db, dialect, async (handle) => {
    const ranked = await rankMatches(handle, term, filter);
    const passing = isNarrower(filter) ? only(ranked, idSet(await selectIds(handle, { dialect, filter, among: fewOf(ranked) }))) : ranked;
    const total = passing.ids.length;
    if (sort === 'relevance') return { ...fromPlace(passing, after), total };
    const ids: number[] = [];
    const isPassing = idSet(passing.ids);
    // Few are sorted by themselves; of many, the next ones are soon met on a walk along all, with pauses for other requests.
    const query = { dialect, filter: { hidden: filter.hidden }, among: fewOf(passing), sort, limit: MAX_LOOKED_UP };
    for (let place = after, walked = MAX_LOOKED_UP; walked === MAX_LOOKED_UP && ids.length < limit; ) {
      const steps = await selectSorted(handle, { ...query, after: place });
      ids.push(...steps.flatMap(({ id }) => (isPassing(id) ? [id] : [])));
      walked = steps.length;
      place = steps.at(-1) ?? null;
      await setImmediate();
    }
    return { ids, ranks: null, total };
  });
}

export type ListStatus = { visible: boolean; status: SpecimenRow['status'] };

/** Everything that the term matches, hidden or not, best first. */
export async function searchWithStatus({ db, dialect }: Context, term: string): Promise<({ id: number } & ListStatus)[]> {
  return inBoundedTime(db, dialect, async (handle) => {
    const ranked = await rankMatches(handle, term, { hidden: true });
    const statuses = new Map<number, ListStatus>();
    for (const { ids, ...status } of await selectIdsByStatus(handle, { dialect, among: fewOf(ranked) })) {
      for (const id of ids) statuses.set(id, status);
    }
    return Array.from(ranked.ids).flatMap((id) => {
      const status = statuses.get(id);
      return status ? [{ id, ...status }] : [];
    });
  });
}

/** The rows of some that were found. */
export const rowsOf = ({ db, dialect }: Context, filter: SpecimenFilter, ids: ArrayLike<number>): Promise<SpecimenRow[]> =>
  selectInOrder(db, { dialect, filter, among: Array.from(ids) });

const fewOf = ({ ids }: Ranked): number[] | null => (ids.length <= MAX_LOOKED_UP ? Array.from(ids) : null);

/** Whether a filter excludes anything beyond hidden specimens. */
export function isNarrower({ hidden, ...rest }: SpecimenFilter): boolean {
  return Object.values(rest).some((value) => value !== undefined);
}

function only({ ids, ranks }: Ranked, isPassing: (id: number) => boolean): Ranked {
  return { ids: ids.filter(isPassing), ranks: ranks.filter((_, at) => isPassing(ids[at] as number)) };
}

function fromPlace({ ids, ranks }: Ranked, after: Place | null): Omit<Found, 'total'> {
  if (!after) return { ids, ranks };
  const rank = Number(after.key);
  let start = 0;
  while (start < ids.length && isNotAfter(ranks[start] as number, ids[start] as number)) start += 1;
  return { ids: ids.subarray(start), ranks: ranks.subarray(start) };

  function isNotAfter(itsRank: number, id: number): boolean {
    return itsRank < rank || (itsRank === rank && id >= (after as Place).id);
  }
}
