/** CSV as spreadsheets read and write it: UTF-8 with a byte order mark, CRLF, quotes where needed, and no cell that runs as a formula. */

import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import { pipeline, Readable, Transform } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { parse as parseText } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { formatCount } from '#contract/counts.ts';

/** A spreadsheet evaluates a cell that begins like this, or drops its leading apostrophe. */
const formula = /^'*[=+\-@\t\r\n]/;
/** An amount below 0, which a spreadsheet is to add up. */
const negativeAmount = /^-\d+\.\d\d$/;
const guarded = /^'+[=+\-@\t\r\n]/;
/** Characters; far more than all fields of the shop need. */
const MAX_ROW_LENGTH = 4_000_000;
const HEADING_BYTES = 64 * 1024;
const NEWLINE = 10;
const NOT_UTF8 = 'The file isn’t UTF-8. Please save it as “CSV UTF-8”.';

/** The rest of the file cannot be read as CSV. */
export class UnreadableSheet extends Error {
  override name = 'UnreadableSheet';
}

/** The cells of a row by column name, in lower case. */
export type Cells = Record<string, string>;

/** `line` is where the row begins, 1 for the heading; `share` is how much of the file has been read, 0 to 1. */
export type CsvRow = { line: number; share: number; cells: Cells };

const guard = (text: string): string => (formula.test(text) && !negativeAmount.test(text) ? `'${text}` : text);
const unguard = (text: string): string => (guarded.test(text) ? text.slice(1) : text);

/** The heading, after the byte order mark by which spreadsheets recognize UTF-8. */
export const csvHeading = (columns: readonly string[]): string => `\ufeff${stringify([[...columns]], { record_delimiter: '\r\n' })}`;

/** Rows with their cells in the order of the columns; a missing cell is empty. */
export const csvRows = (columns: readonly string[], rows: readonly Partial<Cells>[]): string =>
  stringify(
    rows.map((row) => columns.map((column) => guard(row[column] ?? ''))),
    { record_delimiter: '\r\n', quoted_match: /[\r\n]/ },
  );

/** A list in one cell: values separated by commas, quoted where needed. */
export const formatListCell = (values: readonly string[]): string => (values.length === 0 ? '' : stringify([[...values]], { eof: false }));

/** The values of such a cell, trimmed, without empty ones. @throws UnreadableSheet where its quotes do not match. */
export function readListCell(text: string): string[] {
  if (text.trim() === '') return [];
  try {
    const values = (parseText(text, { relax_column_count: true, ltrim: true }) as string[][]).flat();
    return values.map((value) => value.trim()).filter((value) => value !== '');
  } catch {
    throw new UnreadableSheet('The quotes in this list don’t match');
  }
}

/**
 * Reads a sheet row by row, the heading first. The separator is a comma, semicolon or tab, whichever the heading has most of.
 * @param synonyms other names of columns, each with the one it stands for.
 * @throws UnreadableSheet where the rest of the file cannot be read; the rows before have been yielded.
 */
export async function* readCsv(localPath: string, synonyms: Readonly<Record<string, string>> = {}): AsyncGenerator<CsvRow> {
  const file = await open(localPath);
  try {
    const { size } = await file.stat();
    const { bytesRead, buffer } = await file.read(Buffer.alloc(HEADING_BYTES), 0, HEADING_BYTES, 0);
    const delimiter = delimiterOf(buffer.toString('utf8', 0, bytesRead));
    const options = { bom: true, info: true, relax_column_count: true, skip_empty_lines: true } as const;
    const parser = parse({ ...options, delimiter, record_delimiter: ['\r\n', '\n'], max_record_size: MAX_ROW_LENGTH });
    const lines = lineCounter();
    // The parser reports every failure to its reader below.
    pipeline(file.createReadStream({ start: 0, autoClose: false }), lines.stream, parser, () => {});
    let names: string[] | null = null;
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      const line = lines.lineBefore(info.bytes) - record.join('').split('\n').length + 1;
      names ??= columnNames(record, synonyms);
      const cells = Object.fromEntries(names.map((name, index) => [name, unguard(record[index] ?? '')]));
      yield { line, share: Math.min(1, info.bytes / size), cells };
    }
  } catch (error) {
    throw sheetError(error);
  } finally {
    await file.close();
  }
}

const sheetError = (error: unknown) =>
  error instanceof CsvError ? new UnreadableSheet(`We can’t read the file as CSV. ${error.message}.`) : error;

/**
 * All rows of a small file, in UTF-8 or in UTF-16 with a byte order mark, for sheets whose heading is not the first row.
 * @throws UnreadableSheet where it is no CSV, or has more rows than `maxRows`.
 */
export async function readRows(bytes: Uint8Array, maxRows: number): Promise<string[][]> {
  const text = fromUtf16(bytes);
  if (text !== null) return readRows(Buffer.from(text), maxRows);
  if (!isUtf8(bytes)) throw new UnreadableSheet(NOT_UTF8);
  if (bytes.includes(0)) throw new UnreadableSheet('This isn’t a CSV file.');
  const beginning = Buffer.from(bytes.subarray(0, HEADING_BYTES)).toString('utf8');
  const options = { bom: true, relax_column_count: true, skip_empty_lines: true, max_record_size: MAX_ROW_LENGTH } as const;
  const parser = parse({ ...options, delimiter: mostFrequent(beginning), record_delimiter: ['\r\n', '\n', '\r'] });
  // Chunk by chunk, so that other requests have their turn.
  const chunks = Array.from({ length: Math.ceil(bytes.length / HEADING_BYTES) }, (_, index) =>
    bytes.subarray(index * HEADING_BYTES, (index + 1) * HEADING_BYTES),
  );
  pipeline(Readable.from(chunks), parser, () => {});
  const rows: string[][] = [];
  try {
    for await (const row of parser as AsyncIterable<string[]>) {
      if (rows.length === maxRows) throw new UnreadableSheet(`The file has more than ${formatCount(maxRows)} rows.`);
      rows.push(row.map(unguard));
    }
  } catch (error) {
    throw sheetError(error);
  }
  return rows;
}

/** @returns null where no byte order mark says that it is UTF-16. @throws UnreadableSheet where it is not. */
function fromUtf16(bytes: Uint8Array): string | null {
  const isLittle = bytes[0] === 0xff && bytes[1] === 0xfe;
  if (!isLittle && !(bytes[0] === 0xfe && bytes[1] === 0xff)) return null;
  try {
    return new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableSheet(NOT_UTF8);
  }
}

/** @throws UnreadableSheet where two columns have the same name. */
function columnNames(heading: string[], synonyms: Readonly<Record<string, string>>): string[] {
  const names = heading
    .map((name) => name.trim().toLowerCase())
    .map((name) => (Object.hasOwn(synonyms, name) ? synonyms[name] : undefined) ?? name);
  const duplicate = names.find((name, index) => name !== '' && names.indexOf(name) < index);
  if (duplicate !== undefined) throw new UnreadableSheet(`The column “${duplicate}” appears twice.`);
  return names;
}

const delimiterOf = (beginning: string): string => mostFrequent(beginning.split('\n', 1)[0] ?? '');

function mostFrequent(text: string): string {
  const candidates = [',', ';', '\t'].map((delimiter) => ({ delimiter, count: text.split(delimiter).length }));
  return candidates.reduce((best, one) => (one.count > best.count ? one : best)).delimiter;
}

/** Counts lines, because the parser counts a CRLF within quotes twice, and refuses what is not UTF-8. */
function lineCounter() {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let newlines: number[] = [];
  let linesBefore = 0;
  let offset = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        decoder.decode(chunk, { stream: true });
      } catch {
        return done(new UnreadableSheet(NOT_UTF8));
      }
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) newlines.push(offset + at);
      offset += chunk.length;
      return done(null, chunk);
    },
  });
  /** The number of the line that contains the byte before the offset. Offsets must ascend. */
  const lineBefore = (end: number): number => {
    const first = newlines.findIndex((at) => at >= end);
    const count = first === -1 ? newlines.length : first;
    const endsLine = count > 0 && newlines[count - 1] === end - 1;
    const line = linesBefore + count + (endsLine ? 0 : 1);
    linesBefore += count;
    newlines = newlines.slice(count);
    return line;
  };
  return { stream, lineBefore };
}
