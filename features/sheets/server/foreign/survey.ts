/** Runs in the child process. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { bothDecimals, decimalsIn } from '#core/contract/figures.ts';
import type { SheetReading } from '#features/sheets/contract/sheet-look.ts';
import { UnreadableSheet } from '#platform/csv.ts';
import {
  type FindShape,
  headingsBeside,
  productReader,
  type SheetShape,
} from '#platform/sheet-shape.ts';
import { currenciesOf } from './amounts.ts';
import type { ColumnSurvey } from './column-survey.ts';
import { dateOrderIn } from './dates.ts';
import type { Encoding } from './decode-text.ts';
import { headingScore } from './heading-names.ts';
import { type Proposal, proposeTargets } from './proposals.ts';
import type { Cell } from './raw-rows.ts';
import { openSheet, type SheetRow, type Workbook } from './read-sheet.ts';

const ROWS_BEFORE_HEADING = 15;
const MAX_SAMPLES = 40;
const MAX_SAMPLE = 200;
/** A list of photos' addresses is long, and is known by its end. */
const MAX_LONG_SAMPLE = 4_000;
const MAX_LONG_SAMPLES = 3;
/** Beyond it no column's cells are compared any more: it would take too much memory. */
const MAX_COMPARED = 500_000;
const FIRST_CELLS = 8;
/** Characters of an amount or a date, with what stands around it. */
const MAX_FIGURE = 60;

export type SheetSurvey = {
  encoding: Encoding | null;
  delimiter: string | null;
  workbook: Workbook | null;
  /** 0: there are none. */
  headingRow: number;
  firstRows: { number: number; cells: string[] }[];
  rowCount: number;
  /** How many cells most rows fill. */
  usualFilled: number;
  columns: (ColumnSurvey & Proposal)[];
  /** Null unless a feature knows the program that wrote the sheet. */
  shape: { name: string; targets: string[] } | null;
};

async function findShape(
  modules: readonly string[],
  headings: readonly string[],
): Promise<SheetShape | null> {
  for (const module of modules) {
    const shape = ((await import(module)) as { findShape: FindShape }).findShape(headings);
    if (shape) return shape;
  }
  return null;
}

/** `last`: the cell before, as many say the same. */
type Counted = ColumnSurvey & { values: Set<string>; repeated: boolean; last: string };

/** `modules` know the programs of others; `now` is ISO 8601. */
export type SurveyInput = { modules: readonly string[]; reading: SheetReading; now: string };

/** Writes rows to `tablePath`, a line of JSON each. @throws UnreadableSheet */
export async function surveySheet(
  localPath: string,
  tablePath: string,
  { modules, reading, now }: SurveyInput,
): Promise<SheetSurvey> {
  const { rows, ...how } = await openSheet(localPath, reading);
  const table = createWriteStream(tablePath);
  const columns: Counted[] = [];
  const filled = new Map<number, number>();
  let compared = 0;
  let [heading, rowCount]: [SheetRow | null, number] = [null, 0];
  const first: SheetRow[] = [];
  const add = async (row: SheetRow) => {
    rowCount += 1;
    const cells = row.cells.filter((cell) => cell !== '').length;
    filled.set(cells, (filled.get(cells) ?? 0) + 1);
    for (const [index, cell] of row.cells.entries())
      compared += count(columns, index, cell, compared < MAX_COMPARED);
    if (!table.write(`${JSON.stringify(row)}\n`)) await once(table, 'drain');
  };
  const addUnlessHeading = async (row: SheetRow) => {
    // A list on several pages repeats them.
    const isHeading =
      row.cells.length > 1 &&
      row.cells.every((cell, at) => cell === '' || cell === heading?.cells[at]);
    if (!isHeading) await add(row);
  };
  let take = addUnlessHeading;
  let products: ReturnType<typeof productReader> | null = null;
  let shape: SheetShape | null = null;
  const begin = async () => {
    const best = headingAmong(first, reading.headingRow);
    heading = best === null ? { number: 0, cells: [] } : (first[best] ?? null);
    const headings = (heading?.cells ?? []).map(String);
    shape = await findShape(modules, headings);
    if (shape) {
      const beside = headingsBeside(shape, headings);
      const reader = productReader(shape, headings, now, async (pieces, number) => {
        for (const { cells, leftOut } of pieces)
          await add({ number, cells, ...(leftOut && { leftOut }) });
      });
      products = reader;
      take = ({ number, cells }) => reader.add(number, cells);
      columns.push(...[...shape.columns.map((one) => one.heading), ...beside].map(newColumn));
    } else columns.push(...headings.map(newColumn));
    for (const row of first.slice(best === null ? 0 : best + 1)) await take(row);
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
  const surveyed = columns.map(({ values: _, last: __, repeated, ...column }) => ({
    ...column,
    isUnique: !repeated && column.filled > 1,
  }));
  const targets = known?.columns.map(({ target }) => target) ?? null;
  const proposals = proposeTargets(surveyed, targets);
  return {
    ...how,
    headingRow: found.number,
    firstRows: first.slice(0, FIRST_CELLS).map(({ number, cells }) => ({
      number,
      cells: cells.slice(0, FIRST_CELLS).map((cell) => String(cell).slice(0, 40)),
    })),
    rowCount,
    usualFilled: [...filled].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 0,
    shape: known && targets && { name: known.name, targets: [...targets] },
    columns: surveyed.map((column, index) => ({
      ...column,
      ...(proposals[index] ?? { target: '', sureness: 'none' as const, suggestions: [] }),
      samples: column.samples.map((sample) => sample.slice(0, MAX_SAMPLE)),
    })),
  };
}

const isFilled = (cell: Cell): boolean => cell !== '';

/**
 * The row that reads like headings, else the first that is as wide as the list; null: there are
 * none, and the list begins at once.
 * @param asked the row's number; 0: none.
 */
function headingAmong(rows: SheetRow[], asked: number | undefined): number | null {
  if (asked === 0) return null;
  const named = rows.findIndex(({ number }) => number === asked);
  if (named !== -1) return named;
  const scores = rows.map(({ cells }) => headingScore(cells.map(String)));
  const best = Math.max(0, ...scores);
  const widths = rows.map(({ cells }) => cells.filter(isFilled).length);
  const widest = Math.max(0, ...widths);
  const wide = Math.max(
    0,
    widths.findIndex((width) => width > 1 && width >= widest * 0.6),
  );
  const at = scores.indexOf(best);
  // A word that is a heading too may stand in a cell: one alone does not make a row of headings.
  if (best > 1 || (best === 1 && (at <= wide || (widths[at] ?? 0) < 3))) return at;
  const isData = (rows[wide]?.cells ?? []).some(
    (cell) => typeof cell === 'number' || /^[$€£]?\s?\d+([.,]\d+)?\s?[$€£]?$/.test(cell),
  );
  return isData && rows.length > 1 ? null : wide;
}

const newColumn = (heading: string): Counted => ({
  heading,
  filled: 0,
  samples: [],
  isUnique: false,
  decimals: null,
  dates: null,
  currencies: currenciesOf(heading),
  values: new Set<string>(),
  repeated: false,
  last: '',
});

/** @returns how many cells it has begun to compare. */
function count(columns: Counted[], index: number, cell: Cell, compares: boolean): number {
  while (columns.length <= index) columns.push(newColumn(''));
  const column = columns[index];
  if (!column || cell === '') return 0;
  column.filled += 1;
  const text = String(cell);
  if (text === column.last) {
    column.repeated = true;
    return 0;
  }
  column.last = text;
  const key = text.slice(0, MAX_SAMPLE);
  const isNew = !column.repeated && !column.values.has(key);
  if (!isNew || !compares) {
    column.repeated = true;
    column.values.clear();
  } else column.values.add(key);
  if (column.samples.length < MAX_SAMPLES) addSample(column.samples, text);
  const begun = isNew && compares ? 1 : 0;
  // A workbook's figure is a number already, and a text is none.
  if (typeof cell === 'number' || text.length > MAX_FIGURE || !/\d/.test(text)) return begun;
  column.decimals = bothDecimals(column.decimals, decimalsIn(text));
  const order = dateOrderIn(text);
  if (order !== null)
    column.dates = column.dates === null || column.dates === order ? order : 'mixed';
  for (const currency of currenciesOf(text))
    if (!column.currencies.includes(currency)) column.currencies.push(currency);
  return begun;
}

function addSample(samples: string[], text: string): void {
  const longs = samples.filter((sample) => sample.length > MAX_SAMPLE).length;
  const sample = text.slice(0, longs < MAX_LONG_SAMPLES ? MAX_LONG_SAMPLE : MAX_SAMPLE);
  if (!samples.includes(sample)) samples.push(sample);
}
