import { numberAfter } from '#core/contract/catalogue/proposals.ts';
import { invalidField, Problem } from '#core/contract/problems.ts';
import {
  freeNumbers,
  numberAfterLatest,
} from '#core/server/catalogue/specimens/editing/fresh-numbers.service.ts';
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import type {
  LabelSheet,
  LabelSheets,
  NewLabelSheet,
} from '#features/paper/contract/label-sheets.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { lockNames } from '#platform/db/locks.ts';
import { foldLine } from '#platform/text-search.ts';
import {
  insertReserved,
  selectLastReserved,
  selectLatestSheets,
  selectSheet,
} from './label-sheets.queries.ts';

const FIRST_NUMBER = '0001';
const MAX_SHEETS = 10;
/** Held while numbers are reserved, so two processes do not choose the same. */
const NUMBERS_LOCK = 'catalogue numbers';

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
 * Reserves for good numbers that no piece has or had and no label bears.
 * @throws Problem invalid_input where they cannot be counted on from the first.
 */
export const reserveNumbers = (
  ctx: Context,
  { count, first }: NewLabelSheet,
): Promise<LabelSheet> =>
  perform(ctx, 'owner', async ({ tx, dialect, now: reservedAt }) => {
    await lockNames(tx, dialect, [NUMBERS_LOCK]);
    const numbers = await freeNumbers(tx, first || (await firstAfterLatest(tx)), count);
    if (numbers.length < count) throw notCounted();
    const id = ((await selectLastReserved(tx))?.sheet_id ?? 0) + 1;
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

/** @throws Problem not_found */
export async function readSheet({ db }: { db: Db | Tx }, id: number): Promise<LabelSheet> {
  const rows = await selectSheet(db, id);
  if (!rows[0]) throw new Problem('not_found', 'This sheet of labels doesn’t exist.');
  return {
    id,
    reservedAt: rows[0].reserved_at,
    numbers: rows.map(({ catalogue_number }) => catalogue_number),
  };
}

async function firstAfterLatest(db: Db | Tx): Promise<string> {
  return (
    (await numberAfterLatest(db)) ??
    numberAfter((await selectLastReserved(db))?.catalogue_number ?? '') ??
    FIRST_NUMBER
  );
}

function notCounted(): Problem {
  const message =
    'Please start with a number that ends in a digit, such as W-041, so we can count up from it.';
  return invalidField('first', message);
}
