/** Excel's workbooks, row by row. Runs in the child process. */
import path from 'node:path';
import {
  dateOfSerial,
  formatFigure,
  isDateFormat,
  type NumberFormat,
  readNumberFormat,
} from './number-formats.ts';
import {
  type Cell,
  isPhotoAddress,
  MergedCells,
  type RawWorkbook,
  type RowOfSheet,
  type SheetName,
} from './raw-rows.ts';
import { MAX_CELL, MAX_COLUMNS, MAX_SHEETS } from './sheet-limits.ts';
import type { WorkbookFiles } from './workbook-files.ts';
import { type Attributes, emitted } from './xml-rows.ts';

const WORKBOOK = 'xl/workbook.xml';
const MAX_STRINGS_LENGTH = 60_000_000;
/** What a text takes beside its letters, in letters. */
const TEXT_COSTS = 40;
const MAX_LINKS = 40_000;
/** Excel keeps some 250 formats of a workbook's own, of 255 characters each. */
const MAX_FORMATS = 1_000;
const MAX_FORMAT_LENGTH = 255;

type Links = Map<string, string>;
const relationsOf = (file: string) =>
  path.posix.join(path.posix.dirname(file), '_rels', `${path.posix.basename(file)}.rels`);

async function relations(files: WorkbookFiles, of: string): Promise<Links> {
  const name = relationsOf(of);
  const found: Links = new Map();
  if (!files.has(name)) return found;
  await collect(files, name, (tag, { Id = '', Target = '', TargetMode }) => {
    if (tag !== 'Relationship' || found.size >= MAX_LINKS) return;
    const isOutside = TargetMode === 'External';
    found.set(
      Id,
      isOutside
        ? Target
        : path.posix
            .join(Target.startsWith('/') ? '' : path.posix.dirname(of), Target)
            .replace(/^\//, ''),
    );
  });
  return found;
}

async function collect(
  files: WorkbookFiles,
  name: string,
  open: (name: string, attributes: Attributes) => void,
): Promise<void> {
  const nothing = emitted<never>(await files.read(name), () => ({
    open,
    close: () => {},
    text: () => {},
  }));
  for await (const _ of nothing);
}

/** Texts that cells name by their number, without their readings for the ear. */
async function sharedTexts(files: WorkbookFiles): Promise<string[]> {
  const name = 'xl/sharedStrings.xml';
  const texts: string[] = [];
  if (!files.has(name)) return texts;
  let length = 0;
  let [text, isText, isReading] = ['', false, false];
  const all = emitted<string>(await files.read(name), (emit) => ({
    open(tag) {
      if (tag === 'si') text = '';
      isText = tag === 't';
      if (tag === 'rPh') isReading = true;
    },
    close(tag) {
      isText = false;
      if (tag === 'rPh') isReading = false;
      if (tag === 'si') emit(unescaped(text));
    },
    text(part) {
      if (isText && !isReading && text.length <= MAX_CELL) text += part;
    },
  }));
  for await (const one of all) {
    length += one.length + TEXT_COSTS;
    if (length > MAX_STRINGS_LENGTH) throw new Error('Too many texts');
    texts.push(one);
  }
  return texts;
}

const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;

async function formats(files: WorkbookFiles): Promise<NumberFormat[]> {
  const name = 'xl/styles.xml';
  const [own, found] = [new Map<number, NumberFormat>(), [] as NumberFormat[]];
  if (!files.has(name)) return found;
  let isCells = false;
  await collect(files, name, (tag, attributes) => {
    if (tag === 'numFmt' && own.size < MAX_FORMATS) {
      const code = attributes.formatCode?.slice(0, MAX_FORMAT_LENGTH) ?? '';
      own.set(Number(attributes.numFmtId), readNumberFormat(code));
    }
    if (tag === 'cellStyleXfs' || tag === 'cellStyles') isCells = false;
    if (tag === 'cellXfs') isCells = true;
    if (tag !== 'xf' || !isCells || found.length > 65_000) return;
    const id = Number(attributes.numFmtId ?? 0);
    found.push(own.get(id) ?? { kind: isDateFormat(id) ? 'date' : 'plain' });
  });
  return found;
}

export async function xlsxWorkbook(files: WorkbookFiles): Promise<RawWorkbook> {
  const targets = await relations(files, WORKBOOK);
  const sheets: (SheetName & { file: string })[] = [];
  let is1904 = false;
  await collect(files, WORKBOOK, (tag, attributes) => {
    if (tag === 'workbookPr') is1904 = ['1', 'true'].includes(attributes.date1904 ?? '');
    if (tag !== 'sheet' || sheets.length >= MAX_SHEETS) return;
    const id = Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? '';
    const file = targets.get(id) ?? '';
    const isHidden = (attributes.state ?? 'visible') !== 'visible';
    if (/worksheets\//.test(file) && files.has(file))
      sheets.push({ name: attributes.name ?? '', isHidden, file });
  });
  const shared = { texts: await sharedTexts(files), styles: await formats(files), is1904 };
  return {
    sheets: sheets.map(({ name, isHidden }) => ({ name, isHidden })),
    async *rows(only) {
      for (const [of, { file }] of sheets.entries()) {
        if (only !== null && of !== only) continue;
        const about = only === null ? NOTHING : await addenda(files, file);
        yield* rowsOf(files, { file, of, ...about, shared });
      }
    },
  };
}

type Shared = { texts: string[]; styles: NumberFormat[]; is1904: boolean };

type Addenda = { links: Links; merged: MergedCells };
const NOTHING: Addenda = { links: new Map(), merged: new MergedCells() };

/** What stands behind the rows and is about them. */
async function addenda(files: WorkbookFiles, file: string): Promise<Addenda> {
  const [links, merged]: [Links, MergedCells] = [new Map(), new MergedCells()];
  if (!(await mentions(files, file, ['mergeCell', 'hyperlink']))) return { links, merged };
  const targets = await relations(files, file);
  await collect(files, file, (tag, attributes) => {
    if (tag === 'mergeCell') {
      const [from, to] = (attributes.ref ?? '').split(':').map(placeOf);
      if (from && to) merged.add(from, to);
    }
    if (tag !== 'hyperlink' || links.size >= MAX_LINKS) return;
    const id = Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? '';
    const target = targets.get(id) ?? '';
    if (isPhotoAddress(target)) links.set((attributes.ref ?? '').split(':')[0] ?? '', target);
  });
  return { links, merged };
}

/** Much quicker than to read its markup. */
async function mentions(files: WorkbookFiles, file: string, words: string[]): Promise<boolean> {
  const longest = Math.max(...words.map((word) => word.length));
  let end = '';
  for await (const chunk of (await files.read(file)).data) {
    const text = end + chunk.toString('latin1');
    if (words.some((word) => text.includes(word))) return true;
    end = text.slice(-longest);
  }
  return false;
}

async function* rowsOf(
  files: WorkbookFiles,
  { file, of, links, merged, shared }: Addenda & { file: string; of: number; shared: Shared },
): AsyncGenerator<RowOfSheet> {
  let [row, number, column]: [Cell[] | null, number, number] = [null, 0, 0];
  let [place, type, style, text]: [string, string, number, string] = ['', '', -1, ''];
  let [isIn, isReading] = [false, false];
  yield* emitted<RowOfSheet>(await files.read(file), (emit) => ({
    open(tag, attributes) {
      if (tag === 'row') {
        number = attributes.r ? Number(attributes.r) : number + 1;
        [row, column] = [[], 0];
      } else if (tag === 'c') {
        place = attributes.r ?? '';
        column = placeOf(place)?.column ?? column;
        [type, style, text] = [attributes.t ?? 'n', Number(attributes.s ?? -1), ''];
      } else if (tag === 'rPh') isReading = true;
      else if (tag === 'v' || tag === 't') isIn = !isReading;
    },
    close(tag) {
      if (tag === 'v' || tag === 't') isIn = false;
      else if (tag === 'rPh') isReading = false;
      else if (tag === 'c' && row) {
        const cell = links.get(place) ?? cellOf(text, type, style, shared);
        // A cell beyond the limit is counted, and not given room.
        if (cell !== '') row[Math.min(column, MAX_COLUMNS)] = cell;
        column += 1;
      } else if (tag === 'row' && row) {
        const cells = merged.filled(number, row);
        if (cells.length > 0) emit({ of, number, cells, times: 1 });
        row = null;
      }
    },
    text(part) {
      if (isIn && text.length <= MAX_CELL) text += part;
    },
  }));
}

function placeOf(reference: string): { row: number; column: number } | null {
  const [, letters = '', row = ''] = /^([A-Z]{1,3})(\d{1,7})$/.exec(reference) ?? [];
  if (letters === '') return null;
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return { row: Number(row), column };
}

function cellOf(
  text: string,
  type: string,
  style: number,
  { texts, styles, is1904 }: Shared,
): Cell {
  if (type === 's') return (texts[Number(text)] ?? '').trim();
  if (type === 'str' || type === 'inlineStr') return unescaped(text).trim();
  if (type === 'b') return text === '1' || text === 'true' ? 'yes' : text === '' ? '' : 'no';
  if (type === 'd') return text.slice(0, 10);
  const figure = Number(text);
  if (type === 'e' || text === '' || Number.isNaN(figure)) return text;
  const format = styles[style] ?? { kind: 'plain' };
  return format.kind === 'date' ? dateOfSerial(figure, is1904) : formatFigure(figure, format);
}
