import { NO_TEXT } from '#core/contract/text.ts';
import { type Cells, readListCell } from '#platform/csv.ts';

/** `column` is null where the fault is the row's. */
export class CellFault extends Error {
  readonly column: string | null;

  constructor(column: string | null, message: string) {
    super(message);
    this.column = column;
  }
}

export class CellFaults extends Error {
  readonly faults: readonly CellFault[];

  constructor(faults: readonly CellFault[]) {
    super(faults.map(({ message }) => message).join(' '));
    this.faults = faults;
  }
}

/** The first cell with U+0000, which PostgreSQL cannot store; undefined: none. */
export function invalidText(cells: Cells): CellFault | undefined {
  const column = Object.keys(cells).find((name) => cells[name]?.includes('\0'));
  return column === undefined ? undefined : new CellFault(column, NO_TEXT);
}

export const YES_OR_NO = 'Please enter yes or no';
export const WHOLE_NUMBER = 'Please enter a whole number';
export const UNREADABLE_CELL = 'We can’t read this';
export const missingText = (file: string): string => `We can’t find the file “${file}”`;
export const missingFile = (column: string, file: string) =>
  new CellFault(column, missingText(file));

/** Undefined where the sheet lacks the column, which leaves the field alone. */
export const readText = (cells: Cells, column: string): string | undefined => cells[column];

const booleans: Record<string, boolean> = {
  yes: true,
  true: true,
  '1': true,
  y: true,
  no: false,
  false: false,
  '0': false,
  n: false,
};

/** Undefined where the cell is empty. @throws CellFault */
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

/** Ignores case; undefined where the cell is empty. @throws CellFault */
export function readChoice<T extends string>(
  cells: Cells,
  column: string,
  choices: readonly T[],
): T | undefined {
  const text = cells[column]?.trim().toLowerCase();
  if (!text) return undefined;
  const found = choices.find((choice) => choice.toLowerCase() === text);
  if (found === undefined) throw new CellFault(column, `Please enter one of ${choices.join(', ')}`);
  return found;
}

/**
 * ISO 8601 in UTC, a date alone as midnight; undefined where the cell is empty.
 * @throws CellFault
 */
export function readInstant(cells: Cells, column: string): string | undefined {
  const text = cells[column]?.trim();
  if (!text) return undefined;
  const time = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  const instant = Number.isNaN(time) ? '' : new Date(time).toISOString();
  // PostgreSQL has no year 0, and an offset can push the end of 9999 into the year 10000.
  if (!/^[1-9]\d{3}-/.test(instant)) {
    throw new CellFault(
      column,
      'Please enter a date such as 2026-11-21, or with a time, 2026-11-21T09:30:00Z',
    );
  }
  return instant;
}

/**
 * Reads what `formatListCell` writes; undefined where the sheet lacks the column.
 * @throws CellFault
 */
export function readList(cells: Cells, column: string): string[] | undefined {
  const text = readText(cells, column);
  if (text === undefined) return undefined;
  try {
    return readListCell(text);
  } catch (error) {
    throw new CellFault(column, error instanceof Error ? error.message : String(error));
  }
}

/** Null where the cell is empty. @throws CellFault where the function gives null. */
export function readParsed<T>(
  cells: Cells,
  column: string,
  parse: (text: string) => T | null,
  message: string,
): T | null | undefined {
  const text = readText(cells, column)?.trim();
  if (text === undefined || text === '') return text === undefined ? undefined : null;
  const value = parse(text);
  if (value === null) throw new CellFault(column, message);
  return value;
}

/** @throws CellFault where the function gives null for an entry. */
export const readEntries = <T>(
  cells: Cells,
  column: string,
  parse: (text: string) => T | null,
  message: string,
): T[] | undefined =>
  readList(cells, column)?.map((entry) => {
    const value = parse(entry);
    if (value === null) throw new CellFault(column, message);
    return value;
  });
