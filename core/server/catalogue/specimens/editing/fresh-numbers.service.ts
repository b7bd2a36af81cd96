/** A free number is on no piece, past or present, and no label. */
import { numberAfter } from '#core/contract/catalogue/proposals.ts';
import { specimenFields } from '#core/contract/catalogue/specimen-fields.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { foldLine } from '#platform/text-search.ts';
import { selectLatestNumber, selectTakenKeys } from './catalogue-numbers.queries.ts';

/** How many numbers to try at a time, and how often. */
const STEPS = 500;
const MAX_ROUNDS = 40;

/** Returns null where the newest piece's number does not end in a digit. */
export const numberAfterLatest = async (db: Db | Tx): Promise<string | null> =>
  numberAfter((await selectLatestNumber(db)) ?? '');

/** Proposes the next number; null where the latest does not end in a digit. */
export async function nextNumber(db: Db): Promise<string | null> {
  const first = await numberAfterLatest(db);
  return first === null ? null : ((await freeNumbers(db, first, 1))[0] ?? null);
}

/** Returns fewer where they cannot be counted on, or hardly any is free. */
export async function freeNumbers(db: Db | Tx, first: string, count: number): Promise<string[]> {
  const free: string[] = [];
  let next: string | null = first;
  for (let round = 0; round < MAX_ROUNDS && free.length < count && next !== null; round++) {
    const candidates: string[] = [];
    for (
      ;
      candidates.length < STEPS && next !== null && isShortEnough(next);
      next = numberAfter(next)
    )
      candidates.push(next);
    if (candidates.length === 0) break;
    const taken = await selectTakenKeys(db, candidates.map(foldLine));
    free.push(...candidates.filter((number) => !taken.has(foldLine(number))));
  }
  return free.slice(0, count);
}

const isShortEnough = (number: string) => number.length <= specimenFields.catalogueNumber.max;
