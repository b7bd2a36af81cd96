/** Runs in the child process. */
import { open, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { SheetReading } from '#features/sheets/contract/sheet-look.ts';
import { UnreadableSheet } from '#platform/csv.ts';
import { type Encoding, encodingOf, textIn } from './decode-text.ts';
import { headingScore } from './heading-names.ts';
import type { Cell, RawRow, SheetName } from './raw-rows.ts';
import {
  MAX_CELL,
  MAX_CELLS,
  MAX_CHARACTERS,
  MAX_COLUMNS,
  MAX_FOREIGN_BYTES,
  MAX_ROW_LENGTH,
  MAX_ROWS,
  MAX_SHEETS,
} from './sheet-limits.ts';
import { openFiles, type WorkbookFiles } from './workbook-files.ts';

/** `leftOut`: why it is no piece. */
export type SheetRow = { number: number; cells: Cell[]; leftOut?: string };
/** `read` is the number, from 1, of the sheet that is read. */
export type Workbook = { sheets: (SheetName & { rows: number })[]; read: number };
export type OpenedSheet = {
  encoding: Encoding | null;
  delimiter: string | null;
  workbook: Workbook | null;
  rows: AsyncIterable<SheetRow>;
};

const NO_SHEET =
  'We can’t read this file as a spreadsheet. Please save it as CSV, Excel (.xlsx) or OpenDocument (.ods).';
const OLD_EXCEL =
  'This is an old Excel file (.xls). In Excel: File, Save As, and choose Excel Workbook (.xlsx).';
const LOCKED =
  'This workbook has a password. In Excel: File, Info, Protect Workbook, Encrypt with Password, empty the field, and save it.';
const NUMBERS = 'This is a Numbers document. In Numbers: File, Export To, CSV.';
const MARKUP =
  'This is a web page or XML saved under a spreadsheet’s name. Please save it as CSV or Excel (.xlsx).';
const PDF =
  'This is a PDF, which has no columns to read. Please save the list as CSV or Excel (.xlsx) in the program it came from.';
const PHOTO =
  'This is a photo or video, not a list. Put photos into a zip file with your list, or add them to the pieces afterwards.';
const TOO_LARGE = `The file is too large. A sheet can have up to ${MAX_FOREIGN_BYTES / 2 ** 20} MB, ${MAX_ROWS.toLocaleString('en-US')} rows and ${MAX_CELLS.toLocaleString('en-US')} cells.`;

const isPhoto = (head: Buffer): boolean =>
  ['ffd8ff', '89504e47', '47494638', '52494646', '49492a00', '4d4d002a'].some((signature) =>
    head.toString('hex').startsWith(signature),
  ) || head.toString('latin1', 4, 8) === 'ftyp';

/** @throws UnreadableSheet, also while the rows are read. */
export async function openSheet(localPath: string, asked: SheetReading = {}): Promise<OpenedSheet> {
  const file = await open(localPath);
  const head = Buffer.alloc(12);
  try {
    if ((await file.stat()).size > MAX_FOREIGN_BYTES) throw new UnreadableSheet(TOO_LARGE);
    await file.read(head, 0, head.length, 0);
  } finally {
    await file.close();
  }
  if (head.readUInt32BE() === 0x504b0304) {
    const { sheets, rows } = await workbookRows(localPath, asked.sheet);
    return { encoding: null, delimiter: null, workbook: sheets, rows: bounded(rows) };
  }
  if (isPhoto(head)) throw new UnreadableSheet(PHOTO);
  const bytes = await readFile(localPath);
  // “EncryptedPackage”, which a workbook with a password is within.
  const locked = Buffer.from('EncryptedPackage', 'utf16le');
  if (head.readUInt32BE() === 0xd0cf11e0)
    throw new UnreadableSheet(bytes.includes(locked) ? LOCKED : OLD_EXCEL);
  const encoding = asked.encoding ?? encodingOf(bytes);
  if (!encoding) throw new UnreadableSheet(NO_SHEET);
  const [first = ''] = textIn(bytes, encoding);
  const beginning = first.replace(/^\ufeff/, '');
  if (/^\s*<(\?xml|!doctype|html|table)/i.test(beginning)) throw new UnreadableSheet(MARKUP);
  if (beginning.startsWith('%PDF')) throw new UnreadableSheet(PDF);
  if (beginning.startsWith('{\\rtf')) throw new UnreadableSheet(NO_SHEET);
  const delimiter = asked.delimiter ?? delimiterOf(beginning);
  const rows = bounded(textRows(textIn(bytes, encoding), delimiter));
  return { encoding, delimiter, workbook: null, rows };
}

/** Skips empty rows. @throws UnreadableSheet for too many rows or too long a cell. */
async function* bounded(rows: AsyncIterable<SheetRow>): AsyncGenerator<SheetRow> {
  let [count, cellCount, characters] = [0, 0, 0];
  for await (const { number, cells } of rows) {
    const length = cells.findLastIndex((cell) => cell !== '') + 1;
    if (length === 0) continue;
    count += 1;
    cellCount += length;
    if (count > MAX_ROWS || cellCount > MAX_CELLS) throw new UnreadableSheet(TOO_LARGE);
    if (length > MAX_COLUMNS)
      throw new UnreadableSheet(
        `Row ${number} has more than ${MAX_COLUMNS.toLocaleString('en-US')} columns. Please delete those that aren’t yours to sell by, and save it again.`,
      );
    for (const cell of cells) {
      characters += String(cell).length;
      if (typeof cell === 'string' && cell.length > MAX_CELL)
        throw new UnreadableSheet(
          `Row ${number} has a cell of more than ${MAX_CELL.toLocaleString('en-US')} characters.`,
        );
    }
    if (characters > MAX_CHARACTERS) throw new UnreadableSheet(TOO_LARGE);
    yield { number, cells: cells.slice(0, length) };
  }
}

async function* textRows(text: Iterable<string>, delimiter: string): AsyncGenerator<SheetRow> {
  const parser = parse({
    bom: true,
    delimiter,
    // Old Macs end lines with a carriage return alone.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: MAX_ROW_LENGTH,
  });
  let number = 0;
  try {
    for await (const record of Readable.from(text).compose(parser) as AsyncIterable<string[]>) {
      number += 1;
      // Excel's own way to name the separator.
      if (number === 1 && /^sep=.?$/i.test(record.join(''))) continue;
      yield { number, cells: record.map(plainCell) };
    }
  } catch (error) {
    throw error instanceof CsvError
      ? new UnreadableSheet(`We can’t read the sheet after row ${number}. ${error.message}.`)
      : error;
  }
}

/**
 * Strips what spreadsheets put around a cell to keep it text: `="012"`, or an apostrophe before a
 * formula.
 */
const plainCell = (cell: string): string =>
  (/^="([^"]*)"$/.exec(cell.trim())?.[1] ?? cell).replace(/^'(?='*[=+\-@\t])/, '').trim();

const DELIMITERS = [',', ';', '\t', '|'];
const LINES_LOOKED_AT = 30;

/** The sign that most lines have equally many of, outside quotes. */
function delimiterOf(text: string): string {
  const [, named] = /^sep=([,;\t|])/i.exec(text) ?? [];
  if (named) return named;
  const lines = text
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

const ROWS_LOOKED_AT = 15;
const NEEDS_READING = 'The workbook has no sheet with rows that can be seen.';

/**
 * Reads the visible sheet that looks like a list and has the most rows, or the one that is asked for.
 * @param asked from 1.
 */
async function workbookRows(
  localPath: string,
  asked: number | undefined,
): Promise<{ sheets: Workbook; rows: AsyncGenerator<SheetRow> }> {
  const limits = { tooLarge: TOO_LARGE, locked: LOCKED };
  const files = await openFiles(localPath, limits).catch(toUnreadable);
  try {
    const isExcel = files.has('xl/workbook.xml');
    if (!isExcel && !files.has('content.xml'))
      throw new UnreadableSheet(
        files.has('Index/Document.iwa') || files.has('Index.zip') ? NUMBERS : NO_SHEET,
      );
    const workbook = await (isExcel
      ? (await import('./xlsx.ts')).xlsxWorkbook(files)
      : (await import('./ods.ts')).odsWorkbook(files));
    const counted = workbook.sheets.map((sheet) => ({ ...sheet, rows: 0, score: 0 }));
    if (counted.length > 1) {
      let looked = 0;
      for await (const { of, cells, times } of workbook.rows(null)) {
        looked += 1;
        if (looked > MAX_ROWS * MAX_SHEETS) throw new UnreadableSheet(TOO_LARGE);
        const sheet = counted[of];
        if (!sheet || !cells.some((cell) => cell !== '')) continue;
        if (sheet.rows < ROWS_LOOKED_AT)
          sheet.score = Math.max(sheet.score, headingScore([...cells].map(textOf)));
        sheet.rows += times;
      }
    }
    const seen = counted.filter(({ isHidden }) => !isHidden);
    const lists = seen.filter(({ score }) => score > 1);
    const best = (lists.length > 0 ? lists : seen).reduce<(typeof counted)[number] | undefined>(
      (most, one) => (most && most.rows >= one.rows ? most : one),
      undefined,
    );
    const chosen = asked === undefined ? counted.indexOf(best ?? counted[0] ?? never()) : asked - 1;
    if (!counted[chosen]) throw new UnreadableSheet(NEEDS_READING);
    const sheets = {
      read: chosen + 1,
      sheets: counted.map(({ name, rows, isHidden }) => ({ name, rows, isHidden })),
    };
    return { sheets, rows: sheetRows(workbook.rows(chosen), files) };
  } catch (error) {
    files.close();
    return toUnreadable(error);
  }
}

const textOf = (cell: Cell | undefined): string => String(cell ?? '');

const never = (): never => {
  throw new UnreadableSheet(NEEDS_READING);
};

async function* sheetRows(
  rows: AsyncIterable<RawRow>,
  files: WorkbookFiles,
): AsyncGenerator<SheetRow> {
  try {
    for await (const { number, cells, times } of rows) {
      const whole = Array.from(cells, (cell) => cell ?? '');
      // Rows that repeat for ever are those below the last one.
      const most = Math.min(times, MAX_ROWS + 1);
      for (let index = 0; index < most; index += 1) yield { number: number + index, cells: whole };
    }
  } catch (error) {
    toUnreadable(error);
  } finally {
    files.close();
  }
}

/** What is wrong within a workbook matters to nobody. */
function toUnreadable(error: unknown): never {
  throw error instanceof UnreadableSheet ? error : new UnreadableSheet(NO_SHEET);
}
