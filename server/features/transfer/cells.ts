/** Cells of a sheet, read and written alike for specimens and orders. */
import type { Cells } from '#server/platform/csv.ts';

/** Something wrong with a cell of a row. */
export class CellFault extends Error {
  readonly column: string | null;

  constructor(column: string | null, message: string) {
    super(message);
    this.column = column;
  }
}

/** A cell with U+0000, which PostgreSQL does not take; undefined where there is none. */
export function notText(cells: Cells): CellFault | undefined {
  const column = Object.keys(cells).find((name) => cells[name]?.includes('\0'));
  return column === undefined ? undefined : new CellFault(column, 'Contains characters that are not text');
}

/** The cell, or undefined where the sheet has no such column: nothing is said of it. */
export const cell = (cells: Cells, column: string): string | undefined => cells[column];

const truths: Record<string, boolean> = { yes: true, true: true, '1': true, y: true, no: false, false: false, '0': false, n: false };

/** undefined where the cell is empty. @throws CellFault */
export function truth(cells: Cells, column: string): boolean | undefined {
  const text = cells[column]?.trim().toLowerCase();
  if (!text) return undefined;
  const value = truths[text];
  if (value === undefined) throw new CellFault(column, 'Please write yes or no');
  return value;
}

export const yesNo = (value: boolean): string => (value ? 'yes' : 'no');

/** undefined where the cell is empty. @throws CellFault */
export function whole(cells: Cells, column: string): number | undefined {
  const text = cells[column]?.trim();
  if (!text) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new CellFault(column, 'Please write a whole number');
  return Number(text);
}

/** One of the words, whatever its case; undefined where the cell is empty. @throws CellFault */
export function oneOf<T extends string>(cells: Cells, column: string, words: readonly T[]): T | undefined {
  const text = cells[column]?.trim().toLowerCase();
  if (!text) return undefined;
  const found = words.find((word) => word.toLowerCase() === text);
  if (found === undefined) throw new CellFault(column, `Please write one of ${words.join(', ')}`);
  return found;
}

/** An instant, ISO 8601 in UTC; undefined where the cell is empty. A date alone is its first moment. @throws CellFault */
export function instantIn(cells: Cells, column: string): string | undefined {
  const text = cells[column]?.trim();
  if (!text) return undefined;
  const time = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/.test(text) ? Date.parse(text) : Number.NaN;
  const instant = Number.isNaN(time) ? '' : new Date(time).toISOString();
  // Neither the year 0, which PostgreSQL does not know, nor one of five digits, as a zone can make of 9999.
  if (!/^[1-9]\d{3}-/.test(instant)) {
    throw new CellFault(column, 'Please write a date as 2026-11-21, or with its time as 2026-11-21T09:30:00Z');
  }
  return instant;
}
