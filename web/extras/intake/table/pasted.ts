/** A block of cells as spreadsheets copy it. */

/** One cell, in quotation marks or without, and what ends it. */
const cells = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/g;

/**
 * The cells of what was copied, row by row: tabs between them, a line for each row. A cell with a tab, a line break or a quotation mark in it
 * comes in quotation marks; what breaks its lines is a space here, since a cell has one line.
 */
export function parsePasted(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(cells)) {
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).replaceAll(/\s+/g, ' ').trim());
    if (end === '') break;
    if (end !== '\t') rows.push([]);
  }
  while (rows.at(-1)?.every((cell) => cell === '')) rows.pop();
  return rows;
}

/** Whether it is more than one cell. */
export const isBlock = (rows: readonly string[][]): boolean => rows.length > 1 || (rows[0]?.length ?? 0) > 1;
