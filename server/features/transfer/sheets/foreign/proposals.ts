/** What each column of a sheet becomes, as the shop would match it: by its heading, and by what is in it. */
import { categories } from '#contract/catalogue/categories.ts';
import { parseDimensions } from '#contract/catalogue/dimensions.ts';
import { parseDisclosure } from '#contract/catalogue/disclosures.ts';
import { parseFluorescence } from '#contract/catalogue/fluorescence.ts';
import { readFigure } from '#contract/figures.ts';
import { isJoinedTarget } from '#contract/transfer/sheet-targets.ts';
import { speciesNamed } from '#server/features/catalogue/species/species.service.ts';
import { namedTarget } from './heading-names.ts';
import type { ColumnSurvey, SheetSurvey } from './survey.ts';
import { fileNames, readCategory, readYesNo, splitList } from './words.ts';

/** The share of a column's cells that must look like something. */
const MOST = 0.6;
const LONG_TEXT = 80;

const isWeight = (text: string) =>
  /^\d[\d.,]*\s*(g|gr|kg|ct|cts|carats?|karat|oz|lbs?|gramm?|grams?|grammes|gramos)\.?$/i.test(text.trim());
const isFile = (text: string) => /^[^\n:*?"<>|]+\.(jpe?g|png|webp|heic|avif|tiff?|mp4|mov)$/i.test(text.trim());
const isSpecies = (text: string) => splitList(text).some((name) => speciesNamed(name) !== null);
const isSize = (text: string) => parseDimensions(text) !== null;

/** What a column's cells must look like, for targets whose cells are refused otherwise, or whose names are used of other things. */
const looks: Record<string, (text: string, column: ColumnSurvey) => boolean> = {
  category: (text) => readCategory(text) !== null,
  'for sale': (text) => readYesNo(text) !== null,
  visible: (text) => readYesNo(text) !== null,
  quantity: (text) => /^\d{1,4}\b/.test(text),
  fluorescence: (text) => splitList(text).every((entry) => parseFluorescence(entry) !== null),
  disclosures: (text) => splitList(text).every((entry) => parseDisclosure(entry) !== null),
  picture: (text) => fileNames(text).every(isFile),
  cost: (text, { decimals }) => typeof readFigure(text, decimals) === 'number',
  coordinates: (text) => /^-?\d+\.\d+/.test(text),
  mindat: (text) => /\d/.test(text),
};

/** What the heading's words may also mean, if the cells do not fit. */
const instead: Record<string, string> = { category: 'tags', fluorescence: 'condition', disclosures: 'condition' };

/** The target of each column; empty: it is left out. */
export function proposeTargets({ columns, shape }: SheetSurvey): string[] {
  const proposed = columns.map((column, index) => {
    if (column.filled === 0) return '';
    const named = shape ? (shape.targets[index] ?? '') : namedTarget(column.heading);
    return named === '' ? '' : proposalFor(column, named);
  });
  const taken = new Set<string>();
  return proposed.map((target) => {
    if (target === '' || (taken.has(target) && !isJoinedTarget(target))) return '';
    taken.add(target);
    return target;
  });
}

function proposalFor(column: ColumnSurvey, named: string | undefined): string {
  if (named === undefined) return byContents(column);
  if (named === 'dimensions' && fits(column, isWeight)) return 'weight';
  const look = looks[named];
  if (named === 'catalogue number' && !column.isUnique && column.filled > 1) return '';
  if (!look || fits(column, (text) => look(text, column))) return named;
  return instead[named] ?? '';
}

/** Of what is not named so that the shop knows it: only what can hardly be anything else. */
function byContents(column: ColumnSurvey): string {
  if (fits(column, isFile)) return 'picture';
  if (fits(column, isWeight)) return 'weight';
  if (fits(column, isSize)) return 'dimensions';
  if (column.currencies.length > 0 && fits(column, (text) => typeof readFigure(text, column.decimals) === 'number')) return 'price';
  if (fits(column, isSpecies)) return 'species';
  if (fits(column, (text) => categories.some((category) => category === text))) return 'category';
  return fits(column, (text) => text.length > LONG_TEXT) ? 'description' : '';
}

function fits({ samples }: ColumnSurvey, isIt: (text: string) => boolean): boolean {
  return samples.length > 0 && samples.filter((text) => isIt(text)).length >= samples.length * MOST;
}
