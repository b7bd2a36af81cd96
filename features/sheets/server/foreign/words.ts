import { type Category, categories } from '#core/contract/catalogue/categories.ts';
import { parseFluorescence } from '#core/contract/catalogue/fluorescence.ts';
import type { SpecimenStatus } from '#core/contract/catalogue/statuses.ts';
import { readFigure } from '#core/contract/figures.ts';
import { fold } from '#core/contract/fold.ts';
import { readPhrase } from './amounts.ts';
import { plainHeading } from './heading-names.ts';
import type { Cell } from './raw-rows.ts';

const yes = new Set([
  'yes',
  'y',
  'true',
  '1',
  'x',
  'xx',
  'ja',
  'j',
  'wahr',
  'oui',
  'o',
  'vrai',
  'si',
  's',
  'verdadero',
  'sim',
  'ano',
  'はい',
  '済',
  'published',
  'active',
  'on',
]);
const no = new Set([
  'no',
  'n',
  'false',
  '0',
  'nein',
  'falsch',
  'non',
  'faux',
  'falso',
  'nee',
  'nao',
  'ne',
  'いいえ',
  '未',
  'draft',
  'archived',
  'off',
]);

/** Null for anything else. */
export function readYesNo(text: string): boolean | null {
  if (/^[✓✔☑]$/u.test(text.trim())) return true;
  if (/^[-–—✗✘]$/u.test(text.trim())) return false;
  const plain = plainHeading(text);
  return yes.has(plain) ? true : no.has(plain) ? false : null;
}

const statuses: Record<string, SpecimenStatus> = {
  ...Object.fromEntries(
    ['sold', 'sold out', 'verkauft', 'vendu', 'vendido', 'agotado', 'epuise', 'ausverkauft'].map(
      (word) => [word, 'sold' as const],
    ),
  ),
  ...Object.fromEntries(
    ['available', 'verfugbar', 'disponible', 'vorratig', 'in stock', 'frei', 'for sale'].map(
      (word) => [word, 'available' as const],
    ),
  ),
  ...Object.fromEntries(
    ['pending', 'reserved', 'reserviert', 'on hold', 'reserve', 'reservado'].map((word) => [
      word,
      'pending' as const,
    ]),
  ),
};

/** Also of `sold 3/2024`. @param isSold the column asks if the piece is sold, so yes means that. */
export function readStatus(text: string, isSold: boolean): SpecimenStatus | null {
  const known = statuses[plainHeading(text)];
  if (known) return known;
  const phrase = readPhrase(text);
  if (phrase === 'sold') return 'sold';
  if (phrase === 'on hold') return 'pending';
  const answer = readYesNo(text);
  if (answer === null) return null;
  return answer === isSold ? 'sold' : 'available';
}

const categoryWords: Record<string, Category> = {
  mineral: 'Minerals',
  minerals: 'Minerals',
  mineralien: 'Minerals',
  mineraux: 'Minerals',
  minerales: 'Minerals',
  mineralstufe: 'Minerals',
  crystal: 'Crystals',
  crystals: 'Crystals',
  kristall: 'Crystals',
  kristalle: 'Crystals',
  cristal: 'Crystals',
  cristaux: 'Crystals',
  cristales: 'Crystals',
  gem: 'Gemstones',
  gems: 'Gemstones',
  gemstone: 'Gemstones',
  gemstones: 'Gemstones',
  edelstein: 'Gemstones',
  edelsteine: 'Gemstones',
  gemme: 'Gemstones',
  gemmes: 'Gemstones',
  gema: 'Gemstones',
  gemas: 'Gemstones',
  fossil: 'Fossils',
  fossils: 'Fossils',
  fossilien: 'Fossils',
  fossile: 'Fossils',
  fossiles: 'Fossils',
  fosil: 'Fossils',
  fosiles: 'Fossils',
  meteorite: 'Meteorites',
  meteorites: 'Meteorites',
  meteorit: 'Meteorites',
  meteoriten: 'Meteorites',
  meteorito: 'Meteorites',
  meteoritos: 'Meteorites',
};

export const readCategory = (text: string): Category | null =>
  categories.find((category) => category.toLowerCase() === text.trim().toLowerCase()) ??
  categoryWords[plainHeading(text)] ??
  null;

/** The first part of a path or list that is one of ours. */
export const categoryIn = (text: string): Category | null =>
  [text, ...text.split(/[,;>|\n/]/)].map(readCategory).find((category) => category !== null) ??
  null;

const totals = [
  'total',
  'totals',
  'grand total',
  'sum',
  'summe',
  'gesamt',
  'gesamtsumme',
  'endsumme',
  'somme',
  'total general',
  'suma',
];

export function isTotal(cells: readonly Cell[]): boolean {
  const filled = cells.map(String).filter((text) => text !== '');
  const words = filled.filter((text) => readFigure(text, null) === null);
  return (
    words.length > 0 &&
    words.length < filled.length &&
    words.every((text) => totals.includes(plainHeading(text)))
  );
}

const UV: Record<string, string> = {
  longwave: 'LW',
  midwave: 'MW',
  shortwave: 'SW',
  lw: 'LW',
  mw: 'MW',
  sw: 'SW',
};

/**
 * `LW orange`, `orange (SW)`, `Longwave: red`; `no` is none under both lamps. Null: it names no lamp.
 */
export function readFluorescence(text: string): string[] | null {
  const plain = fold(text).trim();
  if (
    /^(no|none|nein|non|keine|aucune|ninguna|nessuna|geen|zadna|inert|not fluorescent)$/.test(plain)
  )
    return ['SW none', 'LW none'];
  const entries = text
    .split(/[,;/|\n]/)
    .flatMap((entry) => (entry.trim() === '' ? [] : [entry.trim()]));
  const read = entries.map((entry) => {
    const words = entry.replace(/[():]/g, ' ').split(/\s+/).filter(Boolean);
    const at = words.findIndex((word) => UV[fold(word)] !== undefined);
    const colour = words.filter((_, index) => index !== at).join(' ');
    const said = at === -1 || colour === '' ? null : `${UV[fold(words[at] ?? '')]} ${colour}`;
    return said === null || parseFluorescence(said) === null ? null : said;
  });
  return read.length > 0 && read.every((entry) => entry !== null) ? read : null;
}

export const splitList = (text: string): string[] =>
  text
    .split(/[,;/|\n+&]| (?:and|und|et|y|e|en) /i)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

const PHOTO_END = /(?<=\.(?:jpe?g|png|webp|heic|avif|tiff?|mp4|mov))\s+/i;

/** Without folders, each once, composed; a `#` is part of a name, and not of an address. */
export const fileNames = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,;|\n]|\s(?=https?:\/\/)/)
      .flatMap((part) => part.trim().split(PHOTO_END))
      .map((name) => (/^https?:\/\//i.test(name) ? (name.split(/[?#]/)[0] ?? '') : name))
      .map((name) => name.split(/[\\/]/).at(-1)?.trim().normalize('NFC') ?? '')
      .filter((name) => name !== ''),
  ),
];
