/** Cells of others in the words of `specimens.csv`, each read as its whole column is. */
import { parseDimensions } from '#contract/catalogue/dimensions.ts';
import { type Decimals, readFigure } from '#contract/figures.ts';
import { formatAmount, formatDollars, parseAmount } from '#contract/money.ts';
import { tableName } from '#server/features/catalogue/species/species.service.ts';
import { formatListCell, readListCell } from '#server/platform/csv.ts';
import { CellFault, WHOLE_NUMBER, YES_OR_NO, yesNo } from '../cells.ts';
import { type DateOrder, readDate } from './dates.ts';
import { unitIn } from './heading-names.ts';
import { readCategory, readStatus, readYesNo, splitList } from './words.ts';

/** How a column is read. */
export type Reading = { heading: string; decimals: Decimals; dates: DateOrder };

const UNCLEAR = 'This could be thousands or decimals. Say above which sign comes before decimals, or write it without thousands.';

const fault = (reading: Reading, message: string) => new CellFault(reading.heading, message);

/** Words stay words, such as “on request”. @param zero what 0 means. */
const pricedAs = (zero: string) => (text: string, reading: Reading) => {
  const figure = readFigure(text, reading.decimals);
  if (figure === 'unclear') throw fault(reading, UNCLEAR);
  if (figure === null && /\d/.test(text)) throw fault(reading, 'We can’t read this price');
  if (figure === null) return text;
  return figure === 0 ? zero : formatAmount(Math.round(figure * 100));
};

function amountOf(text: string, reading: Reading): string {
  const figure = readFigure(text, reading.decimals);
  if (figure === 'unclear') throw fault(reading, UNCLEAR);
  if (figure === null) throw fault(reading, 'We can’t read this amount');
  return formatAmount(Math.round(figure * 100));
}

/** `2`, `2 pcs`. */
function quantityOf(text: string, reading: Reading): string {
  const [, figure] = /^(\d{1,9})(?![\d.,])/.exec(text) ?? [];
  if (figure === undefined) throw fault(reading, WHOLE_NUMBER);
  return figure;
}

function yesNoOf(text: string, reading: Reading): string {
  const answer = readYesNo(text);
  if (answer === null) throw fault(reading, YES_OR_NO);
  return yesNo(answer);
}

function statusOf(text: string, reading: Reading): string {
  const status = readStatus(text, /sold|verkauft|vendu|vendido/i.test(reading.heading));
  if (status === null) throw fault(reading, 'Please enter sold, pending or available');
  return status;
}

/** A figure alone has the unit of its heading. */
function measured(text: string, { heading, decimals }: Reading): string {
  const pointed = text.replace(/(?<=\d),(?=\d{1,2}(?!\d))/g, decimals === '.' ? ',' : '.');
  const unit = unitIn(heading);
  return unit !== null && !/\p{L}|["″]/u.test(pointed.replace(/[x×]/gi, '')) ? `${pointed} ${unit}` : pointed;
}

function dimensionsOf(text: string, reading: Reading): string {
  const inches = text.replace(/\b(zoll|pouces|pulgadas)\b/gi, 'in');
  const written = measured(inches, reading);
  return parseDimensions(written) === null && parseDimensions(inches) !== null ? inches : written;
}

const listOf = (split: (text: string) => string[]) => (text: string) => formatListCell([...new Set(split(text))]);
const splitBy = (signs: RegExp) => (text: string) =>
  text
    .split(signs)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** As the shop's table calls them. */
const speciesOf = (text: string) => splitList(text).map(tableName);

const converters: Record<string, (text: string, reading: Reading) => string> = {
  // A price of 0 is none, and shipping for 0 is free.
  price: pricedAs(''),
  'shipping price': pricedAs(formatAmount(0)),
  cost: amountOf,
  quantity: quantityOf,
  'for sale': yesNoOf,
  visible: yesNoOf,
  status: statusOf,
  weight: measured,
  dimensions: dimensionsOf,
  'acquisition date': (text, { dates }) => readDate(text, dates) ?? text,
  category: (text) => readCategory(text) ?? text,
  species: listOf(speciesOf),
  'associated species': listOf(speciesOf),
  locality: listOf(splitBy(/[,;>|\n]| [-–] /)),
  tags: listOf(splitBy(/[,;|\n]/)),
  collections: listOf(splitBy(/[,;|\n]/)),
  provenance: listOf(splitBy(/[;|\n]/)),
};

/** The cell for `specimens.csv`. @throws CellFault under the column's own heading. */
export const readCell = (target: string, text: string, reading: Reading): string =>
  (converters[target] ?? ((plain) => plain))(text, reading);

const AMOUNTS = ['price', 'cost', 'shipping price'];
const LISTS = ['species', 'associated species', 'locality', 'tags', 'collections', 'provenance'];

/** The same as the admin reads it. */
export function sayCell(target: string, cell: string): string {
  if (LISTS.includes(target)) return readListCell(cell).join(', ');
  const cents = AMOUNTS.includes(target) ? parseAmount(cell) : null;
  return cents === null ? cell : formatDollars(cents);
}

/** Between the cells of several columns that become one. */
const between: Record<string, string> = { dimensions: ' x ', description: '\n\n', 'private notes': '\n', condition: '; ', picture: '\n' };
export const joinCells = (target: string, texts: string[]): string => texts.join(between[target] ?? ', ');

/** How a column is read, in words; null: as it is. */
export function sayReading(target: string, { decimals, dates, heading }: Reading): string | null {
  if (AMOUNTS.includes(target)) {
    return decimals === ','
      ? 'Decimals after a comma'
      : decimals === '.'
        ? 'Decimals after a point'
        : decimals === 'mixed'
          ? 'Commas and points'
          : null;
  }
  if (target === 'acquisition date') return dates === 'dmy' ? 'Day before month' : 'Month before day';
  const unit = ['dimensions', 'weight'].includes(target) ? unitIn(heading) : null;
  return unit === null ? null : `In ${unit}`;
}
