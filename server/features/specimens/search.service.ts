/** What a search term finds, joined with the filters and sorts of the list. */
import type { Context } from '#server/context.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { inBoundedTime } from '#server/platform/db/search/bounded.ts';
import { type Ranked, rankMatches } from '#server/platform/db/search/ranking.ts';
import { wordsOfTerm } from '#server/platform/search/words.ts';
import { selectIds, selectIdsByState, selectInOrder, selectSortedIds } from './search.queries.ts';
import type { ListSort, Place } from './specimen-cursor.ts';
import type { SpecimenFilter, SpecimenRow } from './specimens.queries.ts';

/** Up to this many, what is found is looked up by id; beyond it is cheaper to read the filter's index as a whole. */
const FEW = 1_000;

/** What a term finds from some place on. `ranks` only in the order of relevance. */
export type Found = { ids: ArrayLike<number>; ranks: ArrayLike<number> | null; total: number };

/** Whether there is anything to search for, if only signs that no specimen is found by. */
export const isSearch = (term: string | undefined): term is string => term !== undefined && term.trim() !== '';

/**
 * All that the term finds after the place and that fits the filter, in the order of the sort, and how many they are without the place.
 * @throws Problem unavailable where it takes too long.
 */
export async function search(
  { db, dialect }: Context,
  term: string,
  filter: SpecimenFilter,
  { sort, after }: { sort: ListSort; after: Place | null },
): Promise<Found> {
  return inBoundedTime(db, dialect, async (handle) => {
    const ranked = await rankMatches(handle, wordsOfTerm(term), filter);
    const question = { dialect, filter, among: fewOf(ranked) };
    if (sort === 'relevance') {
      const fitting = isNarrower(filter) ? only(ranked, new Set(await selectIds(handle, question))) : ranked;
      return { ...fromPlace(fitting, after), total: fitting.ids.length };
    }
    const found = new Set(ranked.ids);
    const sorted = async (from: Place | null) =>
      (await selectSortedIds(handle, { ...question, sort, after: from })).filter((id) => found.has(id));
    const all = await sorted(null);
    return { ids: after ? await sorted(after) : all, ranks: null, total: all.length };
  });
}

export type State = { visible: boolean; status: SpecimenRow['status'] };

/** Everything that the term finds, hidden or not, the best first, with its state. */
export async function searchWithStates({ db, dialect }: Context, term: string): Promise<({ id: number } & State)[]> {
  return inBoundedTime(db, dialect, async (handle) => {
    const ranked = await rankMatches(handle, wordsOfTerm(term), { hidden: true });
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
export const rowsOf = (db: Db | Tx, filter: SpecimenFilter, ids: ArrayLike<number>): Promise<SpecimenRow[]> =>
  selectInOrder(db, filter, Array.from(ids));

const fewOf = ({ ids }: Ranked): number[] | null => (ids.length <= FEW ? Array.from(ids) : null);

/** What a filter says beyond who looks. */
function isNarrower({ hidden, ...rest }: SpecimenFilter): boolean {
  return Object.values(rest).some((value) => value !== undefined);
}

function only({ ids, ranks }: Ranked, fitting: Set<number>): Ranked {
  const isFitting = (_: number, at: number) => fitting.has(ids[at] as number);
  return { ids: ids.filter(isFitting), ranks: ranks.filter(isFitting) };
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
