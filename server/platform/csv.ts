/** CSV as spreadsheets read and write it: UTF-8 with a byte order mark, CRLF, quotes where needed, and no cell that is a formula. */
import { open } from 'node:fs/promises';
import { pipeline, Transform } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { parse as parseText } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';

/** A spreadsheet would compute what begins like this, or show it without its apostrophe. */
const formula = /^'*[=+\-@\t\r\n]/;
const guarded = /^'+[=+\-@\t\r\n]/;
/** Characters of a row at most, far more than all fields of the shop take. */
const MAX_ROW_LENGTH = 4_000_000;
const HEADING_BYTES = 64 * 1024;
const NEWLINE = 10;

/** The file is no CSV from some place on. */
export class UnreadableSheet extends Error {}

/** The cells of a row by the names of their columns, in lower case. */
export type Cells = Record<string, string>;

/** `line` is that on which the row begins, 1 the first of the file; `share` how much of the file has been read by then, 0 to 1. */
export type CsvRow = { line: number; share: number; cells: Cells };

const guard = (text: string): string => (formula.test(text) ? `'${text}` : text);
const unguard = (text: string): string => (guarded.test(text) ? text.slice(1) : text);

/** The heading, behind the mark by which spreadsheets know UTF-8. */
export const csvHeading = (columns: readonly string[]): string => `\ufeff${stringify([[...columns]], { record_delimiter: '\r\n' })}`;

/** Rows in the order of the columns; a column that a row lacks is empty. */
export const csvRows = (columns: readonly string[], rows: readonly Partial<Cells>[]): string =>
  stringify(
    rows.map((row) => columns.map((column) => guard(row[column] ?? ''))),
    { record_delimiter: '\r\n', quoted_match: /[\r\n]/ },
  );

/** A list in one cell: words separated by commas, quoted where they have commas themselves. */
export const listCell = (words: readonly string[]): string => (words.length === 0 ? '' : stringify([[...words]], { eof: false }));

/** The words of such a cell. @throws UnreadableSheet where its quotes do not match. */
export function readListCell(text: string): string[] {
  if (text.trim() === '') return [];
  try {
    const words = (parseText(text, { relax_column_count: true, ltrim: true }) as string[][]).flat();
    return words.map((word) => word.trim()).filter((word) => word !== '');
  } catch {
    throw new UnreadableSheet('The quotes in this list do not match');
  }
}

/**
 * Reads a sheet row by row. Columns are separated by commas, semicolons or tabs, whichever the heading has most of.
 * @throws UnreadableSheet where the file cannot be read any further; the rows before that have been given.
 */
export async function* readCsv(localPath: string): AsyncGenerator<CsvRow> {
  const file = await open(localPath);
  try {
    const { size } = await file.stat();
    const { bytesRead, buffer } = await file.read(Buffer.alloc(HEADING_BYTES), 0, HEADING_BYTES, 0);
    const delimiter = separatorOf(buffer.toString('utf8', 0, bytesRead));
    const options = { bom: true, info: true, relax_column_count: true, skip_empty_lines: true } as const;
    const parser = parse({ ...options, delimiter, record_delimiter: ['\r\n', '\n'], max_record_size: MAX_ROW_LENGTH });
    const lines = lineCounter();
    // Whatever fails is told by the parser, which is read below.
    pipeline(file.createReadStream({ start: 0, autoClose: false }), lines.stream, parser, () => {});
    let names: string[] | null = null;
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      const line = lines.before(info.bytes) - record.join('').split('\n').length + 1;
      names ??= namesOf(record);
      const cells = Object.fromEntries(names.map((name, index) => [name, unguard(record[index] ?? '')]));
      yield { line, share: Math.min(1, info.bytes / size), cells };
    }
  } catch (error) {
    throw error instanceof CsvError ? new UnreadableSheet(`The file cannot be read as CSV. ${error.message}.`) : error;
  } finally {
    await file.close();
  }
}

/** @throws UnreadableSheet where two columns have one name. */
function namesOf(heading: string[]): string[] {
  const names = heading.map((name) => name.trim().toLowerCase());
  const twice = names.find((name, place) => name !== '' && names.indexOf(name) < place);
  if (twice !== undefined) throw new UnreadableSheet(`The column “${twice}” is there twice.`);
  return names;
}

function separatorOf(beginning: string): string {
  const heading = beginning.split('\n', 1)[0] ?? '';
  const found = [',', ';', '\t'].map((separator) => ({ separator, count: heading.split(separator).length }));
  return found.reduce((most, one) => (one.count > most.count ? one : most)).separator;
}

/** Counts lines on the way, because the parser takes a CRLF within quotes for two; and refuses what is not UTF-8. */
function lineCounter() {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let newlines: number[] = [];
  let passed = 0;
  let offset = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        decoder.decode(chunk, { stream: true });
      } catch {
        return done(new UnreadableSheet('The file is not UTF-8. Please save it as “CSV UTF-8”.'));
      }
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) newlines.push(offset + at);
      offset += chunk.length;
      return done(null, chunk);
    },
  });
  /** Number of the line that ends at, or runs up to, the offset in bytes; offsets must ascend. */
  const before = (end: number): number => {
    const first = newlines.findIndex((at) => at >= end);
    const here = first === -1 ? newlines.length : first;
    const endsLine = here > 0 && newlines[here - 1] === end - 1;
    const line = passed + here + (endsLine ? 0 : 1);
    passed += here;
    newlines = newlines.slice(here);
    return line;
  };
  return { stream, before };
}
