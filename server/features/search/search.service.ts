/** What a search term finds, joined with the filters and sorts of the list. */
import { setImmediate } from 'node:timers/promises';
import type { Context } from '#server/context.ts';
import type { ListSort, Place } from '#server/features/specimens/catalogue/specimen-cursor.ts';
import type { SpecimenFilter, SpecimenRow } from '#server/features/specimens/catalogue/specimens.queries.ts';
import { inBoundedTime } from './bounded-time.ts';
import { idSet } from './postings.ts';
import { type Ranked, rankMatches } from './ranking.queries.ts';
import { selectIds, selectIdsByState, selectInOrder, selectSorted } from './search.queries.ts';
import { tokensOfTerm } from './tokens.ts';

/** Up to this many are looked up by id; beyond that it is cheaper to read an index along. */
const FEW = 1_000;

/** What a term finds from some place on, or the beginning of it. `ranks` only in the order of relevance. */
export type Found = { ids: ArrayLike<number>; ranks: ArrayLike<number> | null; total: number };

/** Whether there is anything to search for, if only signs that no specimen is found by. */
export const isSearch = (term: string | undefined): term is string => term !== undefined && term.trim() !== '';

/**
 * The first `most` that the term finds after the place and that fit the filter, in the order of the sort, and how many there are in all.
 * @throws Problem unavailable where it takes too long.
 */
export async function search(
  { db, dialect }: Context,
  term: string,
  filter: SpecimenFilter,
  { sort, after, most }: { sort: ListSort; after: Place | null; most: number },
): Promise<Found> {
  return inBoundedTime(db, dialect, async (handle) => {
    const ranked = await rankMatches(handle, tokensOfTerm(term), filter);
    const fitting = isNarrower(filter) ? only(ranked, idSet(await selectIds(handle, { dialect, filter, among: fewOf(ranked) }))) : ranked;
    const total = fitting.ids.length;
    if (sort === 'relevance') return { ...fromPlace(fitting, after), total };
    const ids: number[] = [];
    const isFound = idSet(fitting.ids);
    // Few are sorted by themselves; of many, the next ones are soon met on a walk along all, which lets others have their turn.
    const question = { dialect, filter: { hidden: filter.hidden }, among: fewOf(fitting), sort, limit: FEW };
    for (let place = after, walked = FEW; walked === FEW && ids.length < most; ) {
      const steps = await selectSorted(handle, { ...question, after: place });
      ids.push(...steps.flatMap(({ id }) => (isFound(id) ? [id] : [])));
      walked = steps.length;
      place = steps.at(-1) ?? null;
      await setImmediate();
    }
    return { ids, ranks: null, total };
  });
}

export type State = { visible: boolean; status: SpecimenRow['status'] };

/** Everything that the term finds, hidden or not, the best first, with its state. */
export async function searchWithStates({ db, dialect }: Context, term: string): Promise<({ id: number } & State)[]> {
  return inBoundedTime(db, dialect, async (handle) => {
    const ranked = await rankMatches(handle, tokensOfTerm(term), { hidden: true });
    const states = new Map<number, State>();
    for (const { ids, ...state } of await selectIdsByState(handle, { dialect, among: fewOf(ranked) })) {
      for (const id of ids) states.set(id, state);
    }
    return Array.from(ranked.ids).flatMap((id) => {
      const state = states.get(id);
      return state ? [{ id, ...state }] : [];
    });
  });
}

/** The rows of some that were found. */
export const rowsOf = ({ db, dialect }: Context, filter: SpecimenFilter, ids: ArrayLike<number>): Promise<SpecimenRow[]> =>
  selectInOrder(db, { dialect, filter, among: Array.from(ids) });

const fewOf = ({ ids }: Ranked): number[] | null => (ids.length <= FEW ? Array.from(ids) : null);

/** Whether a filter says anything beyond who looks. */
export function isNarrower({ hidden, ...rest }: SpecimenFilter): boolean {
  return Object.values(rest).some((value) => value !== undefined);
}

function only({ ids, ranks }: Ranked, isFitting: (id: number) => boolean): Ranked {
  return { ids: ids.filter(isFitting), ranks: ranks.filter((_, at) => isFitting(ids[at] as number)) };
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
