/** The rows of a sheet that others wrote, as rows of `specimens.csv`. */
import { createHash } from 'node:crypto';
import type { Decimals } from '#contract/figures.ts';
import type { SheetMatching } from '#contract/transfer/sheet-look.ts';
import { addressesIn, type FoundAddress } from '#server/features/transfer/photo-addresses/photo-addresses.service.ts';
import { type Cells, readListCell } from '#server/platform/csv.ts';
import { CellFault } from '../cells.ts';
import { joinCells, type Reading, readCell } from './cell-values.ts';
import { plainHeading } from './heading-names.ts';
import type { SheetRow } from './read-sheet.ts';
import type { ColumnSurvey, SheetSurvey } from './survey.ts';
import { fileNames, isTotal } from './words.ts';

/** `cells`: what the row says, and `headings` what the sheet calls those. `defaults`: what a new piece begins with where it says nothing. `photos`: the names of its files, and `addresses` where they are. */
export type MatchedRow = {
  cells: Cells;
  defaults: Cells;
  faults: CellFault[];
  headings: Record<string, string>;
  photos: string[];
  addresses: FoundAddress[];
};

const AMOUNTS = ['price', 'cost', 'shipping price'];

/** How each column is read: by the admin's word, by what it proves itself, and by what the others prove. */
export function readingsOf({ columns }: SheetSurvey, { columns: targets, decimals, dates }: SheetMatching): Reading[] {
  const amounts = columns.filter((_, index) => AMOUNTS.includes(targets[index] ?? ''));
  const proved = amounts.map((column) => column.decimals).find((sign) => sign === ',' || sign === '.') ?? null;
  const order = columns.map((column) => column.dates).find((one) => one === 'dmy' || one === 'mdy');
  const isEuropean = proved === ',' || columns.some((column) => column.decimals === ',');
  const usual = dates ?? order ?? (isEuropean ? 'dmy' : 'mdy');
  return columns.map((column, index) => ({
    heading: headingOf(column, index),
    decimals: decimals ?? ownDecimals(column, proved),
    dates: dates ?? (column.dates === 'dmy' || column.dates === 'mdy' ? column.dates : usual),
  }));
}

const ownDecimals = ({ decimals }: ColumnSurvey, proved: Decimals): Decimals => decimals ?? (proved === 'mixed' ? null : proved);

/** A column without a heading is called by its letter. */
export const headingOf = ({ heading }: Pick<ColumnSurvey, 'heading'>, index: number): string => heading || `Column ${letterOf(index)}`;

const letterOf = (index: number): string =>
  (index < 26 ? '' : letterOf(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

/** From the mine to the country, as a locality is written. */
const PLACES = [
  [
    'mine',
    'grube',
    'mina',
    'fundstelle',
    'gisement',
    'yacimiento',
    'locality',
    'location',
    'fundort',
    'localite',
    'lieu',
    'localidad',
    'lokalitat',
  ],
  ['district', 'county', 'kreis', 'departement', 'departamento', 'province', 'provinz', 'provincia'],
  ['region', 'state', 'bundesland', 'kanton', 'canton'],
  ['country', 'land', 'pays', 'pais'],
];
const placeRank = (heading: string): number => {
  const rank = PLACES.findIndex((names) => names.includes(plainHeading(heading)));
  return rank === -1 ? 0 : rank;
};

/** Reads rows, one after another: a row that says the same as one before it is a piece of its own. */
export function rowReader(survey: SheetSurvey, matching: SheetMatching): (row: SheetRow) => MatchedRow {
  const readings = readingsOf(survey, matching);
  const targets = matching.columns.slice(0, readings.length);
  const columnsOf = Map.groupBy(targets.keys(), (index) => targets[index] ?? '');
  columnsOf.delete('');
  columnsOf.get('locality')?.sort((a, b) => placeRank(readings[a]?.heading ?? '') - placeRank(readings[b]?.heading ?? ''));
  const headings = Object.fromEntries(
    [...columnsOf].map(([target, indexes]) => [target, indexes.map((index) => readings[index]?.heading ?? '').join(', ')]),
  );
  headings.reference ??= headings['catalogue number'] ?? 'reference';
  const alike = new Map<string, number>();

  return (row) => {
    const matched: MatchedRow = { cells: {}, defaults: {}, faults: [], headings, photos: [], addresses: [] };
    for (const [target, indexes] of columnsOf) {
      const texts = indexes.flatMap((index) => {
        const [text, reading] = [String(row.cells[index] ?? '').trim(), readings[index]];
        return text === '' || !reading ? [] : [readOr(matched.faults, target, text, reading)];
      });
      const cell = joinCells(target, texts);
      if (target === 'picture') {
        matched.photos = fileNames(cell);
        matched.addresses = addressesIn(cell);
      }
      // An empty cell of somebody's list says nothing.
      else if (cell !== '') matched.cells[target] = cell;
    }
    if (isTotal(row.cells)) matched.faults = [new CellFault(null, 'This looks like a total, not a piece')];
    const { cells } = matched;
    matched.defaults = defaultsOf(cells, matching);
    cells.reference ||= cells['catalogue number'] || ownReference(row, alike);
    return matched;
  };
}

function readOr(faults: CellFault[], target: string, text: string, reading: Reading): string {
  try {
    return readCell(target, text, reading);
  } catch (error) {
    if (!(error instanceof CellFault)) throw error;
    faults.push(error);
    return '';
  }
}

/** A new piece is hidden, named by what it is, and for sale if it has a price and the admin wants that. */
function defaultsOf(cells: Cells, { listsForSale }: SheetMatching): Cells {
  const name = [
    readListCell(cells.species ?? '').join(', '),
    cells['catalogue number'],
    cells.description?.split('\n')[0]?.slice(0, 80),
  ].find(Boolean);
  return {
    visible: 'no',
    'for sale': listsForSale && /\d/.test(cells.price ?? '') ? 'yes' : 'no',
    ...(name && { title: name }),
  };
}

/** The same row has the same reference in every import, so that an import that broke off is simply repeated. */
function ownReference({ cells }: SheetRow, alike: Map<string, number>): string {
  const hash = createHash('sha256').update(JSON.stringify(cells)).digest('hex').slice(0, 16);
  const before = alike.get(hash) ?? 0;
  alike.set(hash, before + 1);
  return `row-${hash}${before === 0 ? '' : `-${before + 1}`}`;
}
