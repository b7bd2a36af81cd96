/** Reads cells, for the sheets of specimens and of orders alike. */

import { NO_TEXT } from '#contract/text.ts';
import { type Cells, readListCell } from '#server/platform/csv.ts';

/** A cell that cannot be imported; `column` is null where the fault is the row's. */
export class CellFault extends Error {
  readonly column: string | null;

  constructor(column: string | null, message: string) {
    super(message);
    this.column = column;
  }
}

/** Everything that is wrong with a row. */
export class CellFaults extends Error {
  readonly faults: readonly CellFault[];

  constructor(faults: readonly CellFault[]) {
    super(faults.map(({ message }) => message).join(' '));
    this.faults = faults;
  }
}

/** The first cell with U+0000, which PostgreSQL cannot store; undefined where there is none. */
export function invalidText(cells: Cells): CellFault | undefined {
  const column = Object.keys(cells).find((name) => cells[name]?.includes('\0'));
  return column === undefined ? undefined : new CellFault(column, NO_TEXT);
}

export const YES_OR_NO = 'Please enter yes or no';
export const WHOLE_NUMBER = 'Please enter a whole number';
export const UNREADABLE_CELL = 'We can’t read this';
export const missingText = (file: string): string => `We can’t find the file “${file}”`;
/** A cell that names a file which did not come with the sheet. */
export const missingFile = (column: string, file: string) => new CellFault(column, missingText(file));

/** The cell as it is; undefined where the sheet has no such column, which leaves the field alone. */
export const readText = (cells: Cells, column: string): string | undefined => cells[column];

const booleans: Record<string, boolean> = { yes: true, true: true, '1': true, y: true, no: false, false: false, '0': false, n: false };

/** Yes or no; undefined where the cell is empty. @throws CellFault */
export function readBoolean(cells: Cells, column: string): boolean | undefined {
  const text = cells[column]?.trim().toLowerCase();
  if (!text) return undefined;
  const value = booleans[text];
  if (value === undefined) throw new CellFault(column, YES_OR_NO);
  return value;
}

export const yesNo = (value: boolean): string => (value ? 'yes' : 'no');

/** A whole number from 0; undefined where the cell is empty. @throws CellFault */
export function readInteger(cells: Cells, column: string): number | undefined {
  const text = cells[column]?.trim();
  if (!text) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new CellFault(column, WHOLE_NUMBER);
  return Number(text);
}

/** One of the choices, in upper or lower case; undefined where the cell is empty. @throws CellFault */
export function readChoice<T extends string>(cells: Cells, column: string, choices: readonly T[]): T | undefined {
  const text = cells[column]?.trim().toLowerCase();
  if (!text) return undefined;
  const found = choices.find((choice) => choice.toLowerCase() === text);
  if (found === undefined) throw new CellFault(column, `Please enter one of ${choices.join(', ')}`);
  return found;
}

/** An instant, ISO 8601 in UTC; undefined where the cell is empty. A date alone is midnight UTC. @throws CellFault */
export function readInstant(cells: Cells, column: string): string | undefined {
  const text = cells[column]?.trim();
  if (!text) return undefined;
  const time = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/.test(text) ? Date.parse(text) : Number.NaN;
  const instant = Number.isNaN(time) ? '' : new Date(time).toISOString();
  // PostgreSQL has no year 0, and an offset can push the end of 9999 into the year 10000.
  if (!/^[1-9]\d{3}-/.test(instant)) {
    throw new CellFault(column, 'Please enter a date such as 2026-11-21, or with a time, 2026-11-21T09:30:00Z');
  }
  return instant;
}

/** A list as `formatListCell` writes it; undefined where the sheet has no such column. @throws CellFault */
export function readList(cells: Cells, column: string): string[] | undefined {
  const text = readText(cells, column);
  if (text === undefined) return undefined;
  try {
    return readListCell(text);
  } catch (error) {
    throw new CellFault(column, error instanceof Error ? error.message : String(error));
  }
}

/** A cell that a function reads; null where it is empty. @throws CellFault where the function gives null. */
export function readParsed<T>(cells: Cells, column: string, parse: (text: string) => T | null, message: string): T | null | undefined {
  const text = readText(cells, column)?.trim();
  if (text === undefined || text === '') return text === undefined ? undefined : null;
  const value = parse(text);
  if (value === null) throw new CellFault(column, message);
  return value;
}

/** A list whose entries a function reads. @throws CellFault where it gives null. */
export const readEntries = <T>(cells: Cells, column: string, parse: (text: string) => T | null, message: string): T[] | undefined =>
  readList(cells, column)?.map((entry) => {
    const value = parse(entry);
    if (value === null) throw new CellFault(column, message);
    return value;
  });
