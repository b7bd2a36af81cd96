/** Catalogue numbers for labels that are printed before there are pieces for them. */
import { numberAfter } from '#contract/catalogue/proposals.ts';
import type { LabelSheet, LabelSheets, NewLabelSheet } from '#contract/extras/paper/label-sheets.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { freeNumbers, numberAfterLatest } from '#server/features/catalogue/specimens/editing/fresh-numbers.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { lockNames } from '#server/platform/db/locks.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { foldLine } from '#server/platform/text-search.ts';
import { insertReserved, selectLastReserved, selectLatestSheets, selectSheet } from './label-sheets.queries.ts';

/** Where a shop has no number yet. */
const FIRST_NUMBER = '0001';
const MAX_SHEETS = 10;
/** Held while numbers are reserved, so that two processes do not choose the same. */
const NUMBERS_LOCK = 'catalogue numbers';

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
export async function readSheet({ db }: { db: Db | Tx }, id: number): Promise<LabelSheet> {
  const rows = await selectSheet(db, id);
  if (!rows[0]) throw new Problem('not_found', 'This sheet of labels doesn’t exist.');
  return { id, reservedAt: rows[0].reserved_at, numbers: rows.map(({ catalogue_number }) => catalogue_number) };
}

/** Goes on after the newest piece's number, else after the last label's; a shop without any begins. */
async function firstAfterLatest(db: Db | Tx): Promise<string> {
  return (await numberAfterLatest(db)) ?? numberAfter((await selectLastReserved(db))?.catalogue_number ?? '') ?? FIRST_NUMBER;
}

function notCounted(): Problem {
  const message = 'Please start with a number that ends in a digit, such as W-041, so we can count up from it.';
  return new Problem('invalid_input', message, { issues: [{ path: 'first', message }] });
}
