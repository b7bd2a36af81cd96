import { createHash } from 'node:crypto';
import type { Decimals } from '#core/contract/figures.ts';
import type { SheetMatching } from '#features/sheets/contract/sheet-look.ts';
import { isJoinedTarget } from '#features/sheets/contract/sheet-targets.ts';
import { CellFault } from '#features/sheets/server/cells.ts';
import {
  addressesIn,
  type FoundAddress,
} from '#features/sheets/server/photo-addresses/photo-addresses.service.ts';
import { type Cells, readListCell } from '#platform/csv.ts';
import { type Aside, joinCells, noAside, type Reading, readCell } from './cell-values.ts';
import type { ColumnSurvey } from './column-survey.ts';
import { plainHeading } from './heading-names.ts';
import type { SheetRow } from './read-sheet.ts';
import type { SheetSurvey } from './survey.ts';
import { fileNames, isTotal } from './words.ts';

/**
 * `headings` are the sheet's names of `cells`; `defaults` apply where the row says nothing.
 * `ownReference` stands for a row whose number another stone has; `isBound`: its reference is a
 * shop's own id, which no other stone gets.
 */
export type MatchedRow = {
  leftOut: string | null;
  notes: string[];
  ownReference: string;
  isBound: boolean;
  cells: Cells;
  defaults: Cells;
  faults: CellFault[];
  headings: Record<string, string>;
  photos: string[];
  addresses: FoundAddress[];
};

const AMOUNTS = ['price', 'cost', 'shipping price'];

/** The admin's word counts first, then what the column proves, then what the others prove. */
export function readingsOf(
  { columns }: SheetSurvey,
  { columns: targets, decimals, dates }: SheetMatching,
): Reading[] {
  const amounts = columns.filter((_, index) => AMOUNTS.includes(targets[index] ?? ''));
  const proved =
    amounts.map((column) => column.decimals).find((sign) => sign === ',' || sign === '.') ?? null;
  const order = columns.map((column) => column.dates).find((one) => one === 'dmy' || one === 'mdy');
  const isEuropean = proved === ',' || columns.some((column) => column.decimals === ',');
  const usual = dates ?? order ?? (isEuropean ? 'dmy' : 'mdy');
  return columns.map((column, index) => ({
    heading: headingOf(column, index),
    decimals: decimals ?? ownDecimals(column, proved),
    dates: dates ?? (column.dates === 'dmy' || column.dates === 'mdy' ? column.dates : usual),
  }));
}

const ownDecimals = ({ decimals }: ColumnSurvey, proved: Decimals): Decimals =>
  decimals ?? (proved === 'mixed' ? null : proved);

export const headingOf = ({ heading }: Pick<ColumnSurvey, 'heading'>, index: number): string =>
  heading || `Column ${letterOf(index)}`;

const letterOf = (index: number): string =>
  (index < 26 ? '' : letterOf(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

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
    'miniera',
    'mijn',
    'vindplaats',
    'naleziste',
    'localita',
    'localidade',
    'dul',
    'mine name',
  ],
  [
    'district',
    'county',
    'kreis',
    'departement',
    'departamento',
    'province',
    'provinz',
    'provincia',
    'provincie',
    'okres',
    'distrito',
    'municipality',
  ],
  [
    'region',
    'state',
    'bundesland',
    'kanton',
    'canton',
    'regione',
    'state province',
    'kraj',
    'estado',
  ],
  ['country', 'land', 'pays', 'pais', 'nazione', 'paese', 'zeme', 'nation', '国', '国名'],
];
const placeRank = (heading: string): number => {
  const rank = PLACES.findIndex((names) => names.includes(plainHeading(heading)));
  return rank === -1 ? 0 : rank;
};

const axisRank = (reading: Reading | undefined): number =>
  /lon|lng|lang/i.test(reading?.heading ?? '') ? 1 : 0;

export function rowReader(
  survey: SheetSurvey,
  matching: SheetMatching,
): (row: SheetRow) => MatchedRow {
  const readings = readingsOf(survey, matching);
  const targets = matching.columns.slice(0, readings.length);
  const columnsOf = Map.groupBy(targets.keys(), (index) => targets[index] ?? '');
  columnsOf.delete('');
  columnsOf.get('coordinates')?.sort((a, b) => axisRank(readings[a]) - axisRank(readings[b]));
  columnsOf
    .get('locality')
    ?.sort((a, b) => placeRank(readings[a]?.heading ?? '') - placeRank(readings[b]?.heading ?? ''));
  const headings = Object.fromEntries(
    [...columnsOf].map(([target, indexes]) => [
      target,
      indexes.map((index) => readings[index]?.heading ?? '').join(', '),
    ]),
  );
  headings.reference ??= headings['catalogue number'] ?? 'reference';
  const alike = new Map<string, number>();

  const corrected = Map.groupBy(matching.cells ?? [], ([number]) => number);
  const isBound = survey.shape !== null && columnsOf.has('reference');

  return (row) => {
    const matched: MatchedRow = {
      leftOut: row.leftOut ?? whyLeftOut(row, survey),
      notes: [],
      ownReference: ownReference(row, alike),
      isBound,
      cells: {},
      defaults: {},
      faults: [],
      headings,
      photos: [],
      addresses: [],
    };
    const aside = noAside();
    const corrections = new Map(
      corrected.get(row.number)?.map(([, target, text]) => [String(target), text]),
    );
    for (const [target, indexes] of columnsOf) {
      const said = corrections.get(target);
      const texts = (said === undefined ? indexes : indexes.slice(0, 1)).flatMap((index) => {
        const [text, reading] = [(said ?? String(row.cells[index] ?? '')).trim(), readings[index]];
        return text === '' || !reading
          ? []
          : [readOr(matched.faults, target, text, { reading, aside })];
      });
      const cell = joinCells(
        target,
        texts.filter((text) => text !== ''),
      );
      if (target === 'picture') {
        matched.photos = fileNames(cell);
        matched.addresses = addressesIn(cell);
      }
      // An empty cell of others' list says nothing.
      else if (cell !== '') matched.cells[target] = cell;
    }
    const { cells } = matched;
    for (const [target, texts] of Object.entries(aside.cells)) {
      const isField = isJoinedTarget(target);
      if (isField || !cells[target] || target === 'for sale')
        cells[target] = joinCells(
          target,
          isField && cells[target] ? [cells[target], ...texts] : texts,
        );
    }
    matched.notes.push(...aside.notes);
    if (cells.status === 'available' && aside.cells.status)
      cells.status = joinCells('status', aside.cells.status);
    matched.defaults = defaultsOf(cells, matching);
    matched.isBound &&= Boolean(cells.reference);
    cells.reference ||= cells['catalogue number'] || matched.ownReference;
    return matched;
  };
}

/** Totals, sections, and remarks below the list are no pieces. */
function whyLeftOut({ cells }: SheetRow, { usualFilled }: SheetSurvey): string | null {
  if (isTotal(cells)) return 'A total';
  const filled = cells.filter((cell) => cell !== '').length;
  return filled === 1 && usualFilled >= 3 ? 'A title or remark' : null;
}

function readOr(
  faults: CellFault[],
  target: string,
  text: string,
  { reading, aside }: { reading: Reading; aside: Aside },
): string {
  try {
    return readCell(target, text, reading, aside);
  } catch (error) {
    if (!(error instanceof CellFault)) throw error;
    faults.push(error);
    return '';
  }
}

/**
 * A new piece is hidden, named by what it is, and for sale if it has a price and the admin wants
 * that.
 */
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

/** Every import gives a row the same reference, so one that broke off is simply repeated. */
function ownReference({ cells }: SheetRow, alike: Map<string, number>): string {
  const hash = createHash('sha256').update(JSON.stringify(cells)).digest('hex').slice(0, 16);
  const before = alike.get(hash) ?? 0;
  alike.set(hash, before + 1);
  return `row-${hash}${before === 0 ? '' : `-${before + 1}`}`;
}
