/** Words in the cells of sheets, in English, German, French and Spanish. */
import { type Category, categories } from '#contract/catalogue/categories.ts';
import type { SpecimenStatus } from '#contract/catalogue/statuses.ts';
import { readFigure } from '#contract/figures.ts';
import { plainHeading } from './heading-names.ts';
import type { Cell } from './read-sheet.ts';

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
  'published',
  'active',
  'on',
]);
const no = new Set(['no', 'n', 'false', '0', 'nein', 'falsch', 'non', 'faux', 'falso', 'draft', 'archived', 'off']);

/** Yes or no; null for anything else. */
export function readYesNo(text: string): boolean | null {
  if (/^[✓✔☑]$/u.test(text.trim())) return true;
  if (/^[-–—✗✘]$/u.test(text.trim())) return false;
  const plain = plainHeading(text);
  return yes.has(plain) ? true : no.has(plain) ? false : null;
}

const statuses: Record<string, SpecimenStatus> = {
  ...Object.fromEntries(
    ['sold', 'sold out', 'verkauft', 'vendu', 'vendido', 'agotado', 'epuise', 'ausverkauft'].map((word) => [word, 'sold' as const]),
  ),
  ...Object.fromEntries(
    ['available', 'verfugbar', 'disponible', 'vorratig', 'in stock', 'frei', 'for sale'].map((word) => [word, 'available' as const]),
  ),
  ...Object.fromEntries(['pending', 'reserved', 'reserviert', 'on hold', 'reserve', 'reservado'].map((word) => [word, 'pending' as const])),
};

/** @param isSold whether the column asks if the piece is sold, so that a yes means that. */
export function readStatus(text: string, isSold: boolean): SpecimenStatus | null {
  const known = statuses[plainHeading(text)];
  if (known) return known;
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
  categories.find((category) => category.toLowerCase() === text.trim().toLowerCase()) ?? categoryWords[plainHeading(text)] ?? null;

const totals = ['total', 'totals', 'grand total', 'sum', 'summe', 'gesamt', 'gesamtsumme', 'endsumme', 'somme', 'total general', 'suma'];

/** Whether the row is a total: nothing but a word for “total”, and figures. */
export function isTotal(cells: readonly Cell[]): boolean {
  const filled = cells.map(String).filter((text) => text !== '');
  const words = filled.filter((text) => readFigure(text, null) === null);
  return words.length > 0 && words.length < filled.length && words.every((text) => totals.includes(plainHeading(text)));
}

/** The entries of a list, however they are separated. */
export const splitList = (text: string): string[] =>
  text
    .split(/[,;/|\n+&]| (?:and|und|et|y) /i)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** The names of files, without folders, and of pictures at addresses; a name that stands there twice is meant once. */
export const fileNames = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,;|\n]/)
      .map((name) => name.trim().split(/[?#]/)[0]?.split(/[\\/]/).at(-1) ?? '')
      .filter((name) => name !== ''),
  ),
];
