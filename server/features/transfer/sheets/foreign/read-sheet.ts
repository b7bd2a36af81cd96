/** Reads a sheet that others wrote into rows of cells: text separated by signs, a workbook of Excel, or one of LibreOffice. Runs in the child process. */
import { open, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import yauzl from 'yauzl';
import { UnreadableSheet } from '#server/platform/csv.ts';
import { limitBytes } from '../limit-bytes.ts';
import { decodeText, type Encoding } from './decode-text.ts';
import { headingScore } from './heading-names.ts';
import { MAX_CELL, MAX_COLUMNS, MAX_FOREIGN_BYTES, MAX_ROW_LENGTH, MAX_ROWS, MAX_UNPACKED_BYTES } from './sheet-limits.ts';

/** Empty cells are empty text; a date is text, as ISO 8601 writes it. */
export type Cell = string | number;
/** `number`: as a spreadsheet counts rows, from 1. */
export type SheetRow = { number: number; cells: Cell[] };
/** Of a workbook: how many sheets have rows, and which of them, from 1, is read. */
export type Workbook = { sheets: number; read: number };
export type OpenedSheet = { encoding: Encoding | null; workbook: Workbook | null; rows: AsyncIterable<SheetRow> };

const CHUNK = 64 * 1024;
const NO_SHEET = 'We can’t read this file as a spreadsheet. Please save it as CSV, Excel (.xlsx) or OpenDocument (.ods).';
const OLD_EXCEL = 'This is an old Excel file (.xls) or a password-protected one. Please save it as .xlsx without a password.';
const MARKUP = 'This is a web page or XML saved under a spreadsheet’s name. Please save it as CSV or Excel (.xlsx).';
const TOO_LARGE = `The file is too large. A sheet can have up to ${MAX_FOREIGN_BYTES / 2 ** 20} MB and ${MAX_ROWS.toLocaleString('en-US')} rows.`;

/** @throws UnreadableSheet, also while the rows are read. */
export async function openSheet(localPath: string): Promise<OpenedSheet> {
  const file = await open(localPath);
  const head = Buffer.alloc(8);
  try {
    if ((await file.stat()).size > MAX_FOREIGN_BYTES) throw new UnreadableSheet(TOO_LARGE);
    await file.read(head, 0, head.length, 0);
  } finally {
    await file.close();
  }
  if (head.readUInt32BE() === 0x504b0304) {
    const { workbook, rows } = await workbookRows(localPath);
    return { encoding: null, workbook, rows: bounded(rows) };
  }
  if (head.readUInt32BE() === 0xd0cf11e0) throw new UnreadableSheet(OLD_EXCEL);
  const decoded = decodeText(await readFile(localPath));
  if (!decoded) throw new UnreadableSheet(NO_SHEET);
  const text = decoded.text.replace(/^\ufeff/, '');
  if (/^\s*<(\?xml|!doctype|html|table)/i.test(text)) throw new UnreadableSheet(MARKUP);
  if (/^(%PDF|\{\\rtf)/.test(text)) throw new UnreadableSheet(NO_SHEET);
  return { encoding: decoded.encoding, workbook: null, rows: bounded(textRows(text)) };
}

/** The rows that are not empty. @throws UnreadableSheet where there are more than a shop can look at, or a cell is longer than any should be. */
async function* bounded(rows: AsyncIterable<SheetRow>): AsyncGenerator<SheetRow> {
  let count = 0;
  for await (const { number, cells } of rows) {
    const length = cells.findLastIndex((cell) => cell !== '') + 1;
    if (length === 0) continue;
    count += 1;
    if (count > MAX_ROWS) throw new UnreadableSheet(TOO_LARGE);
    if (length > MAX_COLUMNS) throw new UnreadableSheet(`Row ${number} has more than ${MAX_COLUMNS} columns.`);
    if (cells.some((cell) => typeof cell === 'string' && cell.length > MAX_CELL)) {
      throw new UnreadableSheet(`Row ${number} has a cell of more than ${MAX_CELL.toLocaleString('en-US')} characters.`);
    }
    yield { number, cells: cells.slice(0, length) };
  }
}

async function* textRows(text: string): AsyncGenerator<SheetRow> {
  const chunks = Array.from({ length: Math.ceil(text.length / CHUNK) }, (_, index) => text.slice(index * CHUNK, (index + 1) * CHUNK));
  const parser = parse({
    delimiter: delimiterOf(text),
    // Old Macs end lines with a carriage return alone.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: MAX_ROW_LENGTH,
  });
  let number = 0;
  try {
    for await (const record of Readable.from(chunks).compose(parser) as AsyncIterable<string[]>) {
      number += 1;
      yield { number, cells: record.map(plainCell) };
    }
  } catch (error) {
    throw error instanceof CsvError ? new UnreadableSheet(`We can’t read the sheet after row ${number}. ${error.message}.`) : error;
  }
}

/** Without what spreadsheets put around a cell so that it stays text: `="012"`, or an apostrophe before what would be a formula. */
const plainCell = (cell: string): string => (/^="([^"]*)"$/.exec(cell.trim())?.[1] ?? cell).replace(/^'(?='*[=+\-@\t])/, '').trim();

const DELIMITERS = [',', ';', '\t', '|'];
const LINES_LOOKED_AT = 30;

/** The sign that most lines have equally many of, not counting what is quoted. */
function delimiterOf(text: string): string {
  const lines = text
    .slice(0, CHUNK)
    .replace(/"[^"]*"/g, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, LINES_LOOKED_AT);
  const scores = DELIMITERS.map((delimiter) => {
    const counts = lines.map((line) => line.split(delimiter).length - 1);
    const usual = counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0;
    const alike = counts.filter((count) => count === usual).length / Math.max(1, counts.length);
    return { delimiter, score: usual === 0 ? 0 : alike + usual / 1_000 };
  });
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).delimiter;
}

const MAX_SHEETS = 20;
/** Of each sheet. */
const ROWS_LOOKED_AT = 15;

/** The rows of the first sheet of a workbook that reads like a list, else of its first. What the file says of its sizes is proved before anything is read from it. */
async function workbookRows(localPath: string): Promise<{ workbook: Workbook; rows: AsyncGenerator<SheetRow> }> {
  const names = await checkedNames(localPath);
  const isExcel = names.includes('xl/workbook.xml');
  if (!isExcel && !names.includes('content.xml')) throw new UnreadableSheet(NO_SHEET);
  const bytes = await readFile(localPath);
  const [{ streamXlsxRows }, { streamOdsRows }] = await Promise.all([import('hucre/xlsx'), import('hucre/ods')]);
  const excelSheets = Math.min(MAX_SHEETS, names.filter((name) => name.startsWith('xl/worksheets/sheet')).length);
  async function* heads() {
    if (!isExcel) yield* streamOdsRows(bytes, { maxRows: MAX_ROWS });
    for (let sheetIndex = 0; isExcel && sheetIndex < excelSheets; sheetIndex += 1) {
      for await (const row of streamXlsxRows(bytes, { sheet: sheetIndex, maxRows: ROWS_LOOKED_AT })) yield { ...row, sheetIndex };
    }
  }
  const scores = new Map<number, number>();
  try {
    for await (const { index, sheetIndex = 0, values } of heads()) {
      const cells = values.map((value) => String(cellOf(value)));
      const score = index < ROWS_LOOKED_AT ? headingScore(cells) : 0;
      if (cells.some((cell) => cell !== '')) scores.set(sheetIndex, Math.max(scores.get(sheetIndex) ?? 0, score));
    }
  } catch {
    throw new UnreadableSheet(NO_SHEET);
  }
  const list = [...scores.keys()].find((sheet) => (scores.get(sheet) ?? 0) > 1) ?? [...scores.keys()][0] ?? 0;
  const found = isExcel ? streamXlsxRows(bytes, { sheet: list }) : streamOdsRows(bytes, { sheets: [list], maxRows: MAX_ROWS + 1 });
  const rows = (async function* () {
    try {
      for await (const { index, values } of found) yield { number: index + 1, cells: values.map(cellOf) };
    } catch (error) {
      throw error instanceof UnreadableSheet ? error : new UnreadableSheet(NO_SHEET);
    }
  })();
  return { workbook: { sheets: scores.size, read: list + 1 }, rows };
}

/** The names of the files in a zip, each of which unpacks to what the zip says. @throws UnreadableSheet */
async function checkedNames(localPath: string): Promise<string[]> {
  const names: string[] = [];
  let unpacked = 0;
  try {
    const zip = await yauzl.openPromise(localPath, { autoClose: false, lazyEntries: true, validateEntrySizes: true });
    try {
      for await (const entry of zip.eachEntry()) {
        names.push(entry.fileName);
        if (entry.isEncrypted()) throw new UnreadableSheet(OLD_EXCEL);
        const limit = limitBytes(MAX_UNPACKED_BYTES - unpacked, () => new UnreadableSheet(TOO_LARGE));
        for await (const chunk of (await zip.openReadStreamPromise(entry)).compose(limit)) unpacked += (chunk as Buffer).length;
      }
    } finally {
      zip.close();
    }
  } catch (error) {
    throw error instanceof UnreadableSheet ? error : new UnreadableSheet(NO_SHEET);
  }
  return names;
}

function cellOf(value: unknown): Cell {
  if (typeof value === 'number') return Number.isFinite(value) ? Number(value.toPrecision(12)) : '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10);
  return typeof value === 'string' ? value.trim() : '';
}
