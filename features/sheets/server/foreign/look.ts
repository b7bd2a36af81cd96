import { formatCount } from '#core/contract/counts.ts';
import type { ForeignLook, SheetMatching } from '#features/sheets/contract/sheet-look.ts';
import { CellFault } from '#features/sheets/server/cells.ts';
import { noAside, type Reading, readCell, sayCell, sayReading } from './cell-values.ts';
import type { ForeignSheet } from './foreign-source.ts';
import { namedTarget } from './heading-names.ts';
import { headingOf, readingsOf } from './matched-rows.ts';
import { stillFits } from './proposals.ts';

const EXAMPLES = 3;

export const proposedMatching = ({ survey }: ForeignSheet): SheetMatching => ({
  columns: survey.columns.map(({ target }) => target) as SheetMatching['columns'],
  listsForSale: true,
});

/** `empty`: columns that had no cells then. */
export type RememberedMatching = SheetMatching & { empty?: number[] };

/** A matching of another file, where this one's cells can be that too. */
export const checkedMatching = (
  { survey }: ForeignSheet,
  { columns, listsForSale, dates, decimals, empty = [] }: RememberedMatching,
): SheetMatching => ({
  listsForSale,
  ...(dates && { dates }),
  ...(decimals && { decimals }),
  columns: survey.columns.map((column, index) => {
    const target = (empty.includes(index) ? column.target : columns[index]) ?? '';
    return stillFits(column, target) ? target : column.target;
  }) as SheetMatching['columns'],
});

export function lookOf(
  { survey, file }: ForeignSheet,
  matching: SheetMatching,
  isRemembered: boolean,
): ForeignLook {
  const readings = readingsOf(survey, matching);
  const { encoding, delimiter, workbook, headingRow, firstRows, rowCount } = survey;
  const columns = survey.columns.map((column, index) => {
    const [reading, target] = [readings[index], matching.columns[index] ?? ''];
    const examples = column.samples.slice(0, EXAMPLES).map((raw) => ({
      raw,
      read: reading && target !== '' ? exampleOf(target, raw, reading) : raw,
    }));
    return {
      heading: headingOf(column, index),
      filled: column.filled,
      examples,
      how: reading && target !== '' ? sayReading(target, reading) : null,
      sureness: column.sureness,
      suggestions: column.suggestions,
    };
  });
  return {
    kind: 'foreign',
    shop: survey.shape?.name ?? null,
    file,
    encoding,
    delimiter,
    sheets: workbook?.sheets ?? [],
    sheet: workbook?.read ?? null,
    headingRow,
    firstRows,
    rowCount,
    isRemembered,
    matching,
    columns,
    notes: notesOf(survey, matching, readings),
  };
}

function exampleOf(target: string, raw: string, reading: Reading): string | null {
  try {
    const aside = noAside();
    const cell = readCell(target, raw, reading, aside);
    // It may belong to other fields, such as NFS as a price.
    const elsewhere = Object.entries(aside.cells).map(([name, texts]) => `${name}: ${texts[0]}`);
    return cell === '' ? elsewhere.join(', ') : sayCell(target, cell);
  } catch (error) {
    if (error instanceof CellFault) return null;
    throw error;
  }
}

function notesOf(
  { columns, headingRow, workbook, encoding }: ForeignSheet['survey'],
  { columns: targets }: SheetMatching,
  readings: ReturnType<typeof readingsOf>,
): string[] {
  const has = (target: string) => targets.includes(target as SheetMatching['columns'][number]);
  const lists = workbook?.sheets.filter(({ rows, isHidden }) => rows > 0 && !isHidden) ?? [];
  const currencies = columns.flatMap((column, index) =>
    ['price', 'cost', 'shipping price'].includes(targets[index] ?? '') ? column.currencies : [],
  );
  const foreign = [...new Set(currencies)].filter((code) => code !== 'USD');
  const repeated = columns.find(({ heading, filled, isUnique }, index) => {
    return (
      targets[index] === '' &&
      filled > 1 &&
      !isUnique &&
      namedTarget(heading) === 'catalogue number'
    );
  });
  const hasZero = columns.some(({ samples }, index) => {
    const reading = readings[index];
    return (
      reading &&
      targets[index] === 'price' &&
      samples.some((raw) => /\d/.test(raw) && exampleOf('price', raw, reading) === '')
    );
  });
  return [
    ...(workbook && lists.length > 1
      ? [
          `Your workbook has ${formatCount(lists.length)} sheets. Only “${workbook.sheets[workbook.read - 1]?.name}” is imported.`,
        ]
      : []),
    ...(encoding !== null && columns.some(({ samples }) => samples.join('').includes('\ufffd'))
      ? ['Some letters can’t be read. Choose another encoding.']
      : []),
    ...(has('title') || has('species') || has('catalogue number') || has('description')
      ? []
      : ['Please say which column has the titles.']),
    ...(repeated && !has('catalogue number')
      ? [
          `“${repeated.heading}” has the same number in several rows, so it’s left out. If it’s your catalog number, choose that below.`,
        ]
      : []),
    ...(has('reference') || has('catalogue number')
      ? []
      : [
          'No column has a number of your own. A row you change and import again will be a new piece.',
        ]),
    ...(foreign.length > 0
      ? [
          `These amounts are in ${foreign.join(', ')}. Your shop sells in US dollars, and the figures stay as they are.`,
        ]
      : []),
    ...(hasZero ? ['A price of 0 counts as no price.'] : []),
    ...(headingRow > 1
      ? [`The headings are in row ${formatCount(headingRow)}. What is above them is left out.`]
      : []),
  ];
}
