/** UTF-8 with a byte order mark, CRLF, quotes where needed, and no cell that runs as a formula. */

import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import { pipeline, Readable, Transform } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { CsvError, type Info, parse } from 'csv-parse';
import { parse as parseText } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { formatCount } from '#core/contract/counts.ts';

/** Spreadsheets evaluate such a cell, or drop its leading apostrophe. */
const formula = /^'*[=+\-@\t\r\n]/;
/** A spreadsheet is to add up an amount below 0. */
const negativeAmount = /^-\d+\.\d\d$/;
const guarded = /^'+[=+\-@\t\r\n]/;
/** Characters. */
const MAX_ROW_LENGTH = 4_000_000;
const MAX_SMALL_ROW_LENGTH = 256 * 1024;
const CHUNK_BYTES = 16 * 1024;
const HEADING_BYTES = 64 * 1024;
/** A piece with all its photos has 750. */
const MAX_COLUMNS = 1_024;
const NEWLINE = 10;
const NO_CSV = 'This isn’t a CSV file.';
const NOT_UTF8 = 'The file isn’t UTF-8. Please save it as “CSV UTF-8”.';

/** The rest of the file cannot be read as CSV. */
export class UnreadableSheet extends Error {
  override name = 'UnreadableSheet';
}

export type Cells = Record<string, string>;

/**
 * `line` is where the row begins, 1 for the heading; `share` is how much of the file has been read,
 * 0 to 1.
 */
export type CsvRow = { line: number; share: number; cells: Cells };

const guard = (text: string): string =>
  formula.test(text) && !negativeAmount.test(text) ? `'${text}` : text;
const unguard = (text: string): string => (guarded.test(text) ? text.slice(1) : text);

export const csvHeading = (columns: readonly string[]): string =>
  `\ufeff${stringify([[...columns]], { record_delimiter: '\r\n' })}`;

/** A missing cell is empty. */
export const csvRows = (columns: readonly string[], rows: readonly Partial<Cells>[]): string =>
  stringify(
    rows.map((row) => columns.map((column) => guard(row[column] ?? ''))),
    { record_delimiter: '\r\n', quoted_match: /[\r\n]/ },
  );

export const formatListCell = (values: readonly string[]): string =>
  values.length === 0 ? '' : stringify([[...values]], { eof: false });

/**
 * Trims values and drops empty ones.
 * @throws UnreadableSheet where the quotes do not match.
 */
export function readListCell(text: string): string[] {
  if (text.trim() === '') return [];
  try {
    const values = (
      parseText(text, { relax_column_count: true, ltrim: true }) as string[][]
    ).flat();
    return values.map((value) => value.trim()).filter((value) => value !== '');
  } catch {
    throw new UnreadableSheet('The quotes in this list don’t match');
  }
}

/**
 * Yields the heading first. The separator is a comma, semicolon or tab, whichever the heading has
 * most of.
 * @param synonyms other names of columns, each with the one it stands for.
 * @throws UnreadableSheet where the rest of the file cannot be read; the rows before have been
 * yielded.
 */
export async function* readCsv(
  localPath: string,
  synonyms: Readonly<Record<string, string>> = {},
): AsyncGenerator<CsvRow> {
  const file = await open(localPath);
  try {
    const { size } = await file.stat();
    const { bytesRead, buffer } = await file.read(Buffer.alloc(HEADING_BYTES), 0, HEADING_BYTES, 0);
    const delimiter = delimiterOf(buffer.toString('utf8', 0, bytesRead));
    const options = {
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    } as const;
    const parser = parse({
      ...options,
      delimiter,
      record_delimiter: ['\r\n', '\n'],
      max_record_size: MAX_ROW_LENGTH,
    });
    const lines = lineCounter();
    // The parser reports every failure to its reader below.
    pipeline(file.createReadStream({ start: 0, autoClose: false }), lines.stream, parser, () => {});
    let names: string[] | null = null;
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: Info;
    }>) {
      const line = lines.lineBefore(info.bytes) - record.join('').split('\n').length + 1;
      names ??= columnNames(record, synonyms);
      const cells = Object.fromEntries(
        names.map((name, index) => [name, unguard(record[index] ?? '')]),
      );
      yield { line, share: Math.min(1, info.bytes / size), cells };
    }
  } catch (error) {
    throw sheetError(error);
  } finally {
    await file.close();
  }
}

const sheetError = (error: unknown) =>
  error instanceof CsvError
    ? new UnreadableSheet(`We can’t read the file as CSV. ${error.message}.`)
    : error;

/**
 * Reads a small file, in UTF-8 or UTF-16 with a byte order mark, whose heading is not the first
 * row.
 * @throws UnreadableSheet where it is no CSV, has more rows than `maxRows`, or too many columns.
 */
export async function readRows(bytes: Uint8Array, maxRows: number): Promise<string[][]> {
  const { rows, odd } = await readRowsApart(bytes, maxRows);
  if (odd[0] !== undefined)
    throw new UnreadableSheet(`We can’t read line ${odd[0]}: a quote in it isn’t closed.`);
  return rows;
}

/** More of them make no sheet. */
const MAX_ODD = 100;

/**
 * A quote that is not closed costs its own line only.
 * @returns `odd`: the numbers of the lines that are left out. @throws as `readRows` does.
 */
export async function readRowsApart(
  bytes: Uint8Array,
  maxRows: number,
): Promise<{ rows: string[][]; odd: number[] }> {
  const text = (fromUtf16(bytes) ?? utf8(bytes)).replace(/^\ufeff/, '');
  const delimiter = mostFrequent(text.slice(0, HEADING_BYTES));
  const rows: string[][] = [];
  const odd: number[] = [];
  for (let [rest, line] = [text, 1]; rest !== ''; ) {
    let read = 0;
    const isWhole = await readUntilOdd(rest, delimiter, ({ row, raw }) => {
      if (rows.length === maxRows)
        throw new UnreadableSheet(`The file has more than ${formatCount(maxRows)} rows.`);
      if (isSwallowed(row, rows.at(-1))) return false;
      refuseWide(row);
      if (row.some((cell) => cell !== '')) rows.push(row.map(unguard));
      read += raw.length;
      return true;
    });
    if (isWhole) break;
    const before = rest.slice(0, read);
    const [oddLine = ''] = /^.*(?:\r\n|\n|\r|$)/.exec(rest.slice(read)) ?? [];
    line += before.split(/\r\n|\n|\r/).length - 1;
    odd.push(line);
    if (odd.length > MAX_ODD) throw new UnreadableSheet(NO_CSV);
    line += 1;
    rest = rest.slice(read + oddLine.length);
  }
  return { rows, odd };
}

/** A quote that was not closed has taken the next lines for a part of its cell. */
const isSwallowed = (row: readonly string[], before: readonly string[] | undefined): boolean =>
  before !== undefined && row.length !== before.length && row.some((cell) => /[\r\n]/.test(cell));

/**
 * @param take returns false for a row that cannot be.
 * @returns whether there was none.
 */
async function readUntilOdd(
  text: string,
  delimiter: string,
  take: (read: { row: string[]; raw: string }) => boolean,
): Promise<boolean> {
  const parser = parse({
    raw: true,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: MAX_SMALL_ROW_LENGTH,
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
  });
  pipeline(Readable.from(inTurns(Buffer.from(text))), parser, () => {});
  try {
    for await (const { record: row, raw } of parser as AsyncIterable<{
      record: string[];
      raw: string;
    }>)
      if (!take({ row, raw })) return false;
    return true;
  } catch (error) {
    if (error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED') return false;
    throw sheetError(error);
  }
}

function utf8(bytes: Uint8Array): string {
  if (!isUtf8(bytes)) throw new UnreadableSheet(NOT_UTF8);
  if (bytes.includes(0)) throw new UnreadableSheet(NO_CSV);
  return Buffer.from(bytes).toString('utf8');
}

/** Other requests have their turn between two chunks: a stream gives them none. */
async function* inTurns(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    yield bytes.subarray(start, start + CHUNK_BYTES);
    await setImmediate();
  }
}

/**
 * @returns null where no byte order mark says UTF-16.
 * @throws UnreadableSheet where it is damaged.
 */
function fromUtf16(bytes: Uint8Array): string | null {
  const isLittle = bytes[0] === 0xff && bytes[1] === 0xfe;
  if (!isLittle && !(bytes[0] === 0xfe && bytes[1] === 0xff)) return null;
  try {
    return new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableSheet(NOT_UTF8);
  }
}

function refuseWide(row: readonly string[]): void {
  if (row.length > MAX_COLUMNS)
    throw new UnreadableSheet(`The file has more than ${formatCount(MAX_COLUMNS)} columns.`);
}

/** @throws UnreadableSheet where two columns have the same name, or there are too many. */
function columnNames(heading: string[], synonyms: Readonly<Record<string, string>>): string[] {
  refuseWide(heading);
  const names = heading
    .map((name) => name.trim().toLowerCase())
    .map((name) => (Object.hasOwn(synonyms, name) ? synonyms[name] : undefined) ?? name);
  const duplicate = names.find((name, index) => name !== '' && names.indexOf(name) < index);
  if (duplicate !== undefined)
    throw new UnreadableSheet(`The column “${duplicate}” appears twice.`);
  return names;
}

const delimiterOf = (beginning: string): string => mostFrequent(beginning.split('\n', 1)[0] ?? '');

function mostFrequent(text: string): string {
  const candidates = [',', ';', '\t'].map((delimiter) => ({
    delimiter,
    count: text.split(delimiter).length,
  }));
  return candidates.reduce((best, one) => (one.count > best.count ? one : best)).delimiter;
}

/** The parser counts a CRLF within quotes twice; this also refuses what is not UTF-8. */
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
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1))
        newlines.push(offset + at);
      offset += chunk.length;
      return done(null, chunk);
    },
  });
  /** The number of the line with the byte before the offset. Offsets must ascend. */
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
