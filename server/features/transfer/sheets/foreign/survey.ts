/** What a sheet as a whole looks like: where its headings are, and what is in each column. Runs in the child process. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { bothDecimals, currenciesIn, type Decimals, decimalsIn } from '#contract/figures.ts';
import { UnreadableSheet } from '#server/platform/csv.ts';
import { type FindShape, productReader, type SheetShape } from '#server/platform/sheet-shape.ts';
import { type DateOrder, dateOrderIn } from './dates.ts';
import type { Encoding } from './decode-text.ts';
import { headingScore } from './heading-names.ts';
import { type Cell, openSheet, type SheetRow, type Workbook } from './read-sheet.ts';

const ROWS_BEFORE_HEADING = 15;
const MAX_SAMPLES = 40;
const MAX_SAMPLE = 200;

export type ColumnSurvey = {
  heading: string;
  /** How many rows have something in it. */
  filled: number;
  /** The first different ones, the first of them from the first rows. */
  samples: string[];
  /** Whether no two rows have the same. */
  isUnique: boolean;
  decimals: Decimals;
  dates: DateOrder | 'mixed' | null;
  currencies: string[];
};

export type SheetSurvey = {
  encoding: Encoding | null;
  workbook: Workbook | null;
  headingRow: number;
  rowCount: number;
  columns: ColumnSurvey[];
  /** Whose sheet it is, where an extra knows that, and what its columns become. */
  shape: { name: string; targets: string[] } | null;
};

/** @param modules of the extras that know the sheets of other programs. */
async function findShape(modules: readonly string[], headings: readonly string[]): Promise<SheetShape | null> {
  for (const module of modules) {
    const shape = ((await import(module)) as { findShape: FindShape }).findShape(headings);
    if (shape) return shape;
  }
  return null;
}

type Counted = ColumnSurvey & { values: Set<string>; repeated: boolean };

/** Reads a sheet once: writes its rows to `tablePath`, a line of JSON each, and says what is in them. @throws UnreadableSheet */
export async function surveySheet(localPath: string, tablePath: string, modules: readonly string[]): Promise<SheetSurvey> {
  const { encoding, workbook, rows } = await openSheet(localPath);
  const table = createWriteStream(tablePath);
  const columns: Counted[] = [];
  let [heading, rowCount]: [SheetRow | null, number] = [null, 0];
  const first: SheetRow[] = [];
  const add = async (row: SheetRow) => {
    rowCount += 1;
    for (const [index, cell] of row.cells.entries()) count(columns, index, cell);
    if (!table.write(`${JSON.stringify(row)}\n`)) await once(table, 'drain');
  };
  let take = add;
  let products: ReturnType<typeof productReader> | null = null;
  let shape: SheetShape | null = null;
  const begin = async () => {
    const best = headingAmong(first);
    heading = first[best] ?? null;
    const headings = (heading?.cells ?? []).map(String);
    shape = await findShape(modules, headings);
    if (shape) {
      const reader = productReader(shape, headings, async (pieces, number) => {
        for (const cells of pieces) await add({ number, cells });
      });
      products = reader;
      take = ({ number, cells }) => reader.add(number, cells);
    }
    columns.push(...(shape?.columns.map((column) => column.heading) ?? headings).map(newColumn));
    for (const row of first.slice(best + 1)) await take(row);
  };
  try {
    for await (const row of rows) {
      if (heading !== null) await take(row);
      else if (first.push(row) === ROWS_BEFORE_HEADING) await begin();
    }
    if (heading === null) await begin();
    await (products as ReturnType<typeof productReader> | null)?.end();
  } finally {
    table.end();
    await finished(table);
  }
  const [found, known] = [heading as SheetRow | null, shape as SheetShape | null];
  if (found === null) throw new UnreadableSheet('The sheet is empty.');
  if (rowCount === 0) throw new UnreadableSheet('The sheet has headings, but no rows.');
  return {
    encoding,
    workbook,
    headingRow: found.number,
    rowCount,
    shape: known && { name: known.name, targets: known.columns.map(({ target }) => target) },
    columns: columns.map(({ values: _, repeated, ...column }) => ({ ...column, isUnique: !repeated && column.filled > 1 })),
  };
}

/** The row that reads most like headings; the first one where none does. */
function headingAmong(rows: SheetRow[]): number {
  const scores = rows.map(({ cells }) => headingScore(cells.map(String)));
  const best = Math.max(0, ...scores);
  if (best > 0) return scores.indexOf(best);
  return Math.max(
    0,
    rows.findIndex(({ cells }) => cells.filter((cell) => cell !== '').length > 1),
  );
}

const newColumn = (heading: string): Counted => ({
  heading,
  filled: 0,
  samples: [],
  isUnique: false,
  decimals: null,
  dates: null,
  currencies: currenciesIn(heading),
  values: new Set<string>(),
  repeated: false,
});

function count(columns: Counted[], index: number, cell: Cell): void {
  while (columns.length <= index) columns.push(newColumn(''));
  const column = columns[index];
  if (!column || cell === '') return;
  column.filled += 1;
  const text = String(cell);
  if (column.values.has(text)) column.repeated = true;
  else column.values.add(text);
  if (column.samples.length < MAX_SAMPLES && !column.samples.includes(text.slice(0, MAX_SAMPLE)))
    column.samples.push(text.slice(0, MAX_SAMPLE));
  // A figure of a workbook is one already.
  if (typeof cell === 'number') return;
  column.decimals = bothDecimals(column.decimals, decimalsIn(text));
  const order = dateOrderIn(text);
  if (order !== null) column.dates = column.dates === null || column.dates === order ? order : 'mixed';
  for (const currency of currenciesIn(text)) if (!column.currencies.includes(currency)) column.currencies.push(currency);
}
