/** OpenDocument's sheets, row by row. What repeats is counted, not written out. Runs in the child process. */
import { formatFigure, readNumberFormat } from './number-formats.ts';
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

const CONTENT = 'content.xml';
const MAX_SPACES = 100;

type Found = { sheet: SheetName } | RowOfSheet;

export async function odsWorkbook(files: WorkbookFiles): Promise<RawWorkbook> {
  const sheets: SheetName[] = [];
  for await (const found of contents(files))
    if ('sheet' in found && sheets.length < MAX_SHEETS) sheets.push(found.sheet);
  return {
    sheets,
    async *rows(only) {
      for await (const found of contents(files))
        if ('of' in found && (only === null || found.of === only)) yield found;
    },
  };
}

const times = (text: string | undefined): number =>
  Math.max(1, Math.min(Number(text ?? 1) || 1, 2 ** 21));

async function* contents(files: WorkbookFiles): AsyncGenerator<Found> {
  const hidden = new Set<string>();
  let [style, sheet, number, inTable] = ['', -1, 0, 0];
  let merged = new MergedCells();
  let [row, rowTimes]: [Cell[] | null, number] = [null, 1];
  let [cell, column, text, link]: [Attributes | null, number, string, string] = [null, 0, '', ''];
  let [inNote, inText, paragraphs] = [0, 0, 0];
  const add = (part: string) => {
    if (cell && inText > 0 && inNote === 0 && text.length <= MAX_CELL) text += part;
  };
  yield* emitted<Found>(await files.read(CONTENT), (emit) => ({
    open(tag, attributes) {
      if (tag === 'style') style = attributes['style:name'] ?? '';
      else if (tag === 'table-properties' && attributes['table:display'] === 'false')
        hidden.add(style);
      else if (tag === 'table') {
        inTable += 1;
        if (inTable > 1) return;
        sheet += 1;
        [number, merged] = [0, new MergedCells()];
        const isHidden = hidden.has(attributes['table:style-name'] ?? '');
        emit({ sheet: { name: attributes['table:name'] ?? '', isHidden } });
      } else if (tag === 'table-row' && inTable === 1) {
        [row, column, rowTimes] = [[], 0, times(attributes['table:number-rows-repeated'])];
      } else if ((tag === 'table-cell' || tag === 'covered-table-cell') && row && inTable === 1) {
        [cell, text, link, paragraphs] = [attributes, '', '', 0];
      } else if (tag === 'annotation') inNote += 1;
      else if (tag === 'p' && inNote === 0) {
        inText += 1;
        if (paragraphs > 0) text += '\n';
        paragraphs += 1;
      } else if (tag === 's') add(' '.repeat(Math.min(times(attributes['text:c']), MAX_SPACES)));
      else if (tag === 'line-break') add('\n');
      else if (tag === 'tab') add('\t');
      else if (tag === 'a' && isPhotoAddress(attributes['xlink:href'] ?? ''))
        link = attributes['xlink:href'] ?? '';
    },
    close(tag) {
      if (tag === 'annotation') inNote -= 1;
      else if (tag === 'p' && inNote === 0) inText -= 1;
      else if (tag === 'table') inTable -= 1;
      else if ((tag === 'table-cell' || tag === 'covered-table-cell') && row && cell) {
        const value = link || cellOf(cell, text.trim());
        const repeated = times(cell['table:number-columns-repeated']);
        const rows = times(cell['table:number-rows-spanned']);
        if (rows > 1) merged.add({ row: number + 1, column }, { row: number + rows, column });
        // One beyond the limit is enough to be seen.
        const end = Math.min(column + repeated, MAX_COLUMNS + 1);
        if (value !== '') for (let at = column; at < end; at += 1) row[at] = value;
        column += repeated;
        cell = null;
      } else if (tag === 'table-row' && row && inTable === 1) {
        const cells = merged.filled(number + 1, row);
        if (cells.length > 0) emit({ of: sheet, number: number + 1, cells, times: rowTimes });
        number += rowTimes;
        row = null;
      }
    },
    text: add,
  }));
}

function cellOf(attributes: Attributes, text: string): Cell {
  const type = attributes['office:value-type'] ?? attributes['calcext:value-type'] ?? '';
  const figure = Number(attributes['office:value']);
  if (type === 'date') return (attributes['office:date-value'] ?? '').slice(0, 10);
  if (type === 'boolean') return attributes['office:boolean-value'] === 'true' ? 'yes' : 'no';
  if (type === 'string' && text === '') return attributes['office:string-value'] ?? '';
  if (!['float', 'currency', 'percentage'].includes(type) || Number.isNaN(figure)) return text;
  const currency = attributes['office:currency'] ?? '';
  if (currency !== '')
    return formatFigure(figure, { kind: 'words', before: '', after: currency, isMoney: true });
  if (/^0\d+$/.test(text)) return text;
  const [, unit = ''] = /^[\d.,\s\u00a0\u202f’']+(\p{L}+)$/u.exec(text) ?? [];
  return formatFigure(figure, readNumberFormat(unit === '' ? '' : `0 "${unit}"`));
}
