/** Each cell is read as its whole column is. */
import { parseDimensions } from '#core/contract/catalogue/dimensions.ts';
import { parseDisclosure } from '#core/contract/catalogue/disclosures.ts';
import { type Decimals, readFigure } from '#core/contract/figures.ts';
import { fold } from '#core/contract/fold.ts';
import { formatAmount, formatDollars, parseAmount } from '#core/contract/money.ts';
import { tableName } from '#core/server/catalogue/species/species.service.ts';
import { CellFault, WHOLE_NUMBER, YES_OR_NO, yesNo } from '#features/sheets/server/cells.ts';
import { formatListCell, readListCell } from '#platform/csv.ts';
import { htmlText } from '#platform/html-text.ts';
import { bareAmount, isErrorCell, readPhrase } from './amounts.ts';
import { type DateOrder, readDate } from './dates.ts';
import { unitIn } from './heading-names.ts';
import {
  categoryIn,
  readCategory,
  readFluorescence,
  readStatus,
  readYesNo,
  splitList,
} from './words.ts';

export type Reading = { heading: string; decimals: Decimals; dates: DateOrder };

const UNREADABLE_PRICE = 'We can’t read this price';
const UNCLEAR =
  'This could be thousands or decimals. Say above which sign comes before decimals, or write it without thousands.';

const fault = (reading: Reading, message: string) => new CellFault(reading.heading, message);

/** What a cell says beside its own field: other fields of the row, and notes for the owner. */
export type Aside = { cells: Record<string, string[]>; notes: string[] };
type Read = (text: string, reading: Reading, aside: Aside) => string;

const alsoIn = (aside: Aside, target: string, text: string): void => {
  aside.cells[target] = [...(aside.cells[target] ?? []), text];
};

function figureOf(text: string, reading: Reading, aside: Aside): number | null {
  const { amount, said } = bareAmount(text);
  const figure = readFigure(amount, reading.decimals);
  if (figure === 'unclear') throw fault(reading, UNCLEAR);
  if (figure !== null && said)
    aside.notes.push(`“${text}” is read as ${formatDollars(Math.round(figure * 100))}.`);
  return figure;
}

/** Words stay words, such as “on request”; a state goes where it belongs. */
const priceOf: Read = (text, reading, aside) => {
  const phrase = readPhrase(text);
  if (phrase === 'sold') alsoIn(aside, 'status', 'sold');
  if (phrase === 'on hold') alsoIn(aside, 'status', 'pending');
  if (phrase === 'not for sale') alsoIn(aside, 'for sale', yesNo(false));
  if (phrase !== null) return phrase === 'on request' ? text : '';
  const figure = figureOf(text, reading, aside);
  if (figure === null && /\d/.test(text)) throw fault(reading, UNREADABLE_PRICE);
  if (figure === null) return text;
  // A price of 0 is none.
  return figure === 0 ? '' : formatAmount(Math.round(figure * 100));
};

const FREE =
  /^(?:free|free shipping|included|incl|inclusive|inklusive|inkl|gratis|kostenlos|frei|offert|gratuit|inclus|incluido|incluso|compreso|inbegrepen|zdarma|無料|送料無料)\.?$/i;

const shippingOf: Read = (text, reading, aside) => {
  if (FREE.test(fold(text).trim())) return formatAmount(0);
  const figure = figureOf(text, reading, aside);
  if (figure !== null) return formatAmount(Math.round(figure * 100));
  if (/\d/.test(text)) throw fault(reading, UNREADABLE_PRICE);
  if (readYesNo(text) !== null)
    throw fault(reading, `“${text}” doesn’t say how much shipping costs. Please enter an amount`);
  return text;
};

function amountOf(text: string, reading: Reading, aside: Aside): string {
  const figure = figureOf(text, reading, aside);
  if (figure === null) throw fault(reading, 'We can’t read this amount');
  return formatAmount(Math.round(figure * 100));
}

function quantityOf(text: string, reading: Reading): string {
  if (readPhrase(text) === 'sold') return '0';
  const [, figure] = /^(\d{1,9})(?:[.,]0+)?(?![\d.,])/.exec(text.normalize('NFKC')) ?? [];
  if (figure === undefined) throw fault(reading, WHOLE_NUMBER);
  return figure;
}

function yesNoOf(text: string, reading: Reading): string {
  const answer = readYesNo(text);
  if (answer === null) throw fault(reading, YES_OR_NO);
  return yesNo(answer);
}

const SOLD = /sold|verkauft|vendu|vendido|venduto|verkocht|prodano|売却/i;

/** A word that is no state stays with the piece, which is then not for sale. */
const statusOf: Read = (text, reading, aside) => {
  const asksIfSold = SOLD.test(fold(reading.heading));
  const status = readStatus(text, asksIfSold);
  if (status !== null) return status;
  const phrase = readPhrase(text);
  // To whom, when or for how much: a name beside “sold” says that it is.
  if (asksIfSold && phrase === null) {
    alsoIn(aside, 'private notes', `${reading.heading}: ${text}`);
    return 'sold';
  }
  if (phrase === 'on request') alsoIn(aside, 'price', text);
  else if (phrase !== 'nothing') {
    alsoIn(aside, 'for sale', yesNo(false));
    alsoIn(aside, 'private notes', `${reading.heading}: ${text}`);
    if (phrase === null)
      aside.notes.push(
        `“${text}” isn’t a status of ours. It’s in the private notes, and the piece isn’t for sale.`,
      );
  }
  return '';
};

const ROUNDED = /^-?\d(?:[.,]\d+)?e\+\d+$/i;

function numberOf(text: string, reading: Reading): string {
  if (ROUNDED.test(text))
    throw fault(
      reading,
      'The spreadsheet has rounded this number. Format the column as text, and enter it again',
    );
  return text;
}

/** `Shop > Minerals > Sulfides` is a category of ours and a tag: the narrowest says the most. */
const categoryFrom: Read = (text, _, aside) => {
  const known = categoryIn(text);
  for (const tag of tagsIn(text)) if (readCategory(tag) === null) alsoIn(aside, 'tags', tag);
  return known ?? '';
};

const tagsIn = (text: string): string[] =>
  splitBy(/[,;|\n]/)(text).flatMap((path) => splitBy(/>/)(path).at(-1) ?? []);

const fluorescenceOf: Read = (text, { heading }, aside) => {
  const read = readFluorescence(text);
  if (read) return formatListCell(read);
  const isYes = readYesNo(text) !== null;
  alsoIn(aside, isYes ? 'private notes' : 'condition', `${heading}: ${text}`);
  return '';
};

const WORK: [string, RegExp][] = [
  ['Repaired', /repair|reparier|repare|riparat|reparad|gerepareerd|oprav/],
  ['Restored', /restor|restaur/],
  [
    'Treated',
    /treat|heat|irradi|dye|oil|coat|fill|stabili|enhanc|behandelt|erhitzt|bestrahlt|trattat|tratad/,
  ],
  ['Synthetic', /synthe|sintetic/],
];

const disclosuresOf: Read = (text, { heading }, aside) => {
  if (splitList(text).every((entry) => parseDisclosure(entry) !== null))
    return formatListCell(splitList(text));
  const answer = readYesNo(text);
  if (
    answer === false ||
    /^(none|keine|aucune?|ninguno?|nessuno?|geen|zadne)$/.test(fold(text).trim())
  )
    return 'None known';
  const of = (words: string) => WORK.find(([, known]) => known.test(words))?.[0];
  const work = of(answer === true ? fold(heading) : fold(text));
  if (work && answer === true) return formatListCell([work]);
  if (work)
    return formatListCell([fold(text).trim() === work.toLowerCase() ? work : `${work}: ${text}`]);
  alsoIn(aside, answer === true ? 'private notes' : 'condition', `${heading}: ${text}`);
  return '';
};

/** Texts of shops have markup, and ends of lines in letters. */
const textOf = (text: string): string => {
  const lines = text.replaceAll('\\n', '\n').replaceAll('\\,', ',');
  return /<(?:p|br|div|span|b|strong|i|em|u|a|ul|ol|li|h[1-6]|table|img)\b[^<>]*>|&(?:[a-z]{2,8}|#x?[\da-f]{1,6});/i.test(
    lines,
  )
    ? htmlText(lines)
    : lines;
};

function measured(text: string, { heading, decimals }: Reading): string {
  const pointed = text.replace(/(?<=\d),(?=\d{1,2}(?!\d))/g, decimals === '.' ? ',' : '.');
  const unit = unitIn(heading);
  return unit !== null && !/\p{L}|["″]/u.test(pointed.replace(/[x×]/gi, ''))
    ? `${pointed} ${unit}`
    : pointed;
}

function dimensionsOf(text: string, reading: Reading): string {
  const inches = text.replace(/\b(zoll|pouces|pulgadas)\b/gi, 'in');
  const written = measured(inches, reading);
  return parseDimensions(written) === null && parseDimensions(inches) !== null ? inches : written;
}

const listOf = (split: (text: string) => string[]) => (text: string) =>
  formatListCell([...new Set(split(text))]);
const splitBy = (signs: RegExp) => (text: string) =>
  text
    .split(signs)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

const speciesOf = (text: string) => splitList(text).map(tableName);

const converters: Record<string, Read> = {
  'catalogue number': numberOf,
  reference: numberOf,
  price: priceOf,
  'shipping price': shippingOf,
  cost: amountOf,
  quantity: quantityOf,
  'for sale': yesNoOf,
  visible: yesNoOf,
  status: statusOf,
  weight: measured,
  dimensions: dimensionsOf,
  'acquisition date': (text, { dates }) => readDate(text, dates) ?? text,
  category: categoryFrom,
  title: textOf,
  description: textOf,
  'private notes': textOf,
  fluorescence: fluorescenceOf,
  disclosures: disclosuresOf,
  species: listOf(speciesOf),
  'associated species': listOf(speciesOf),
  locality: listOf(splitBy(/[,;>|\n]| [-–] /)),
  tags: listOf(tagsIn),
  collections: listOf(splitBy(/[,;|\n]/)),
  provenance: listOf(splitBy(/[;|\n]/)),
};

/** The cell for `specimens.csv`. @throws CellFault under the column's own heading. */
export function readCell(target: string, text: string, reading: Reading, aside: Aside): string {
  if (isErrorCell(text)) {
    aside.notes.push(
      `“${reading.heading}” shows ${text}, an error of the spreadsheet. It’s left empty.`,
    );
    return '';
  }
  return converters[target]?.(text, reading, aside) ?? text;
}

export const noAside = (): Aside => ({ cells: {}, notes: [] });

const AMOUNTS = ['price', 'cost', 'shipping price'];
const LISTS = ['species', 'associated species', 'locality', 'tags', 'collections', 'provenance'];

export function sayCell(target: string, cell: string): string {
  if (LISTS.includes(target)) return readListCell(cell).join(', ');
  const cents = AMOUNTS.includes(target) ? parseAmount(cell) : null;
  return cents === null ? cell : formatDollars(cents);
}

const between: Record<string, string> = {
  dimensions: ' x ',
  description: '\n\n',
  'private notes': '\n',
  condition: '; ',
  picture: '\n',
};
export function joinCells(target: string, texts: readonly string[]): string {
  if (!LISTS.includes(target)) return [...new Set(texts)].join(between[target] ?? ', ');
  // The same said in two columns is one thing.
  const entries = new Map<string, string>();
  for (const entry of texts.flatMap(readListCell))
    if (!entries.has(fold(entry))) entries.set(fold(entry), entry);
  return formatListCell([...entries.values()]);
}

/** Null: the column is read as it is. */
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
  if (target === 'acquisition date')
    return dates === 'dmy' ? 'Day before month' : 'Month before day';
  const unit = ['dimensions', 'weight'].includes(target) ? unitIn(heading) : null;
  return unit === null ? null : `In ${unit}`;
}
