/** Catalogue numbers for labels that are printed before there are pieces for them. */

import type { LabelSheet, LabelSheets, NewLabelSheet } from '#contract/catalogue/label-sheets.ts';
import { numberAfter } from '#contract/catalogue/proposals.ts';
import { specimenFields } from '#contract/catalogue/specimen-fields.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { lockNames } from '#server/platform/db/locks.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { foldLine } from '#server/platform/text-search.ts';
import {
  insertReserved,
  selectHolders,
  selectLastReserved,
  selectLatestNumber,
  selectLatestSheets,
  selectPlacesOnSheets,
  selectSheet,
  selectTakenKeys,
} from './catalogue-numbers.queries.ts';

/** Where a shop has no number yet. */
const FIRST_NUMBER = '0001';
/** Numbers given out of turn are skipped: how many at a time, and how many times. */
const STEPS = 500;
const MAX_ROUNDS = 40;
const MAX_SHEETS = 10;
/** Held while numbers are reserved, so that two processes do not choose the same. */
const NUMBERS_LOCK = 'catalogue numbers';

/** The number that the next piece is proposed; null where the latest does not end in a digit. */
export async function nextNumber(db: Db): Promise<string | null> {
  const latest = await selectLatestNumber(db);
  const first = numberAfter(latest ?? '');
  return first === null ? null : ((await freeNumbers(db, first, 1))[0] ?? null);
}

/** The number that the next fresh label is given, and the sheets that may be printed again. */
export async function labelSheets({ db }: Context): Promise<LabelSheets> {
  const [next = FIRST_NUMBER] = await freeNumbers(db, await firstAfterLatest(db), 1);
  const sheets = Map.groupBy(await selectLatestSheets(db, MAX_SHEETS), ({ sheet_id }) => sheet_id);
  return {
    next,
    sheets: [...sheets].map(([id, rows]) => ({
      id,
      reservedAt: rows[0]?.reserved_at ?? '',
      first: rows[0]?.catalogue_number ?? '',
      last: rows.at(-1)?.catalogue_number ?? '',
      count: rows.length,
    })),
  };
}

/**
 * Reserves numbers that no piece has or had and no label bears, for good.
 * @throws Problem invalid_input where the numbers cannot be counted on from the first.
 */
export async function reserveNumbers(ctx: Context, { count, first }: NewLabelSheet): Promise<LabelSheet> {
  return inTransaction(ctx.db, async (tx) => {
    await lockNames(tx, ctx.dialect, [NUMBERS_LOCK]);
    const numbers = await freeNumbers(tx, first || (await firstAfterLatest(tx)), count);
    if (numbers.length < count) throw notCounted();
    const id = ((await selectLastReserved(tx))?.sheet_id ?? 0) + 1;
    const reservedAt = instantOf(ctx.clock);
    const rows = numbers.map((number, index) => ({
      number_key: foldLine(number),
      catalogue_number: number,
      sheet_id: id,
      place: index + 1,
      reserved_at: reservedAt,
    }));
    await insertReserved(tx, rows);
    return { id, reservedAt, numbers };
  });
}

/** A sheet, to be printed again. @throws Problem not_found. */
export async function readSheet({ db }: Context, id: number): Promise<LabelSheet> {
  const rows = await selectSheet(db, id);
  if (!rows[0]) throw new Problem('not_found', 'This sheet of labels doesn’t exist.');
  return { id, reservedAt: rows[0].reserved_at, numbers: rows.map(({ catalogue_number }) => catalogue_number) };
}

/** Goes on after the newest piece's number, else after the last label's; a shop without any begins. */
async function firstAfterLatest(db: Db | Tx): Promise<string> {
  const after = (number: string | null | undefined) => numberAfter(number ?? '');
  return after(await selectLatestNumber(db)) ?? after((await selectLastReserved(db))?.catalogue_number) ?? FIRST_NUMBER;
}

/** The first `count` numbers from `first` on that are free; fewer where they cannot be counted on, or hardly any is free. */
async function freeNumbers(db: Db | Tx, first: string, count: number): Promise<string[]> {
  const free: string[] = [];
  let next: string | null = first;
  for (let round = 0; round < MAX_ROUNDS && free.length < count && next !== null; round++) {
    const candidates: string[] = [];
    for (; candidates.length < STEPS && next !== null && isShortEnough(next); next = numberAfter(next)) candidates.push(next);
    if (candidates.length === 0) break;
    const taken = await selectTakenKeys(db, candidates.map(foldLine));
    free.push(...candidates.filter((number) => !taken.has(foldLine(number))));
  }
  return free.slice(0, count);
}

const isShortEnough = (number: string) => number.length <= specimenFields.catalogueNumber.max;

function notCounted(): Problem {
  const message = 'Please start with a number that ends in a digit, such as W-041, so we can count up from it.';
  return new Problem('invalid_input', message, { issues: [{ path: 'first', message }] });
}

/** Under which two spellings of a number are the same. */
export const numberKey = (number: string): string => foldLine(number);

/** What is known of a number: who has or had it, and where on a sheet of labels it is. */
export type KnownNumber = {
  holder?: { id: number; title: string } | null;
  sheet?: { id: number; place: number };
};

/** By their keys; unknown numbers are left out. `holder` is null where the specimen is deleted. */
export async function knownNumbers(db: Db | Tx, keys: string[]): Promise<Map<string, KnownNumber>> {
  const known = new Map<string, KnownNumber>();
  for (const { number_key, sheet_id, place } of await selectPlacesOnSheets(db, keys))
    known.set(number_key, { sheet: { id: sheet_id, place } });
  for (const { number_key, id, title } of await selectHolders(db, keys)) {
    const holder = id === null ? null : { id, title: title ?? '' };
    known.set(number_key, { ...known.get(number_key), holder });
  }
  return known;
}

/** The numbers between two places of a sheet, both included, that no piece has or had. */
export async function freeOnSheet(db: Db | Tx, sheetId: number, from: number, to: number): Promise<string[]> {
  const numbers = (await selectSheet(db, sheetId)).slice(from - 1, to).map(({ catalogue_number }) => catalogue_number);
  const given = new Set((await selectHolders(db, numbers.map(foldLine))).map(({ number_key }) => number_key));
  return numbers.filter((number) => !given.has(foldLine(number)));
}
