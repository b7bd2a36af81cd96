/** A specimen's search document: its tokens, one line per field. */
import { type CareChange, careChangeOf } from '#contract/catalogue/care.ts';
import { categoryOf } from '#contract/catalogue/categories.ts';
import type { ElementSymbol } from '#contract/catalogue/chemical-elements.ts';
import { elementsOf, parseFormula } from '#contract/catalogue/formula.ts';
import { DEFAULT_SIZE_LIMITS, longestSide, sizeClassLabels, sizeClassOf } from '#contract/catalogue/size-classes.ts';
import type { CareNote, MineralClass } from '#contract/catalogue/species.ts';
import { type FieldName, fieldNames, type NameWith, type SpecimenValues, specimenFields } from '#contract/catalogue/specimen-fields.ts';
import type { SearchRank } from '#contract/field-kinds.ts';
import { type FoundSpecies, factsOf, nameOf, speciesIn, tableHash } from '#server/features/catalogue/species/species.service.ts';
import { type SnakeCase, snakeCase } from '#server/platform/db/naming.ts';
import { cut } from '#server/platform/text-search.ts';
import { formulaToken, isSign, tokensOf } from './tokens.ts';

type SearchedField = Exclude<FieldName, NameWith<{ search: null }>>;
/** What a document is made of. */
export type SearchedValues = Pick<SpecimenValues, SearchedField | 'dimensions'>;

const isSearched = (name: FieldName): name is SearchedField => specimenFields[name].search !== null;
const searchedFields = fieldNames.filter(isSearched);

type PlainField = Exclude<SearchedField, 'category'>;
const plainFields = searchedFields.filter((name) => name !== 'category');

/** The columns that documents are made of. */
export const searchedColumns = ['category_id' as const, 'dimensions' as const, ...plainFields.map((name) => snakeCase(name))];

type SearchedRow = { category_id: number; dimensions: string } & { [Name in PlainField as SnakeCase<Name>]: SpecimenValues[Name] };

/** What the document of a row is made of. */
export const searchedValues = (row: SearchedRow): SearchedValues => ({
  ...(Object.fromEntries(plainFields.map((name) => [name, row[snakeCase(name)]])) as Pick<SpecimenValues, PlainField>),
  category: categoryOf(row.category_id),
  dimensions: row.dimensions,
});

/** The fields of a document, best first: a token ranks by the best field that contains it. */
export const SEARCH_FIELDS = ['beginning of the title', 'title', 'tags and category', 'origin', 'description'] as const;

/** To be raised where the same specimen gets another document. */
const DOCUMENT_VERSION = 4;

/** Prefixes up to this length are indexed as keys of their own: too many tokens begin with them to look each up. */
export const MAX_INDEXED_PREFIX = 3;
/** Tells the other keys from tokens, which never contain a blank. */
const MARK = ' ';
/** Every visible specimen has the one key, every hidden specimen the other. */
export const VISIBLE = MARK;
export const HIDDEN = `${MARK}hidden${MARK}`;
/** What every key begins with that says what the documents are made of. */
export const RECIPE = `${MARK}recipe `;
/** Says what the documents are made of: the version of this module, and the species table. An index with another key is older, and is rebuilt. */
export const recipeKey = (): string => `${RECIPE}${DOCUMENT_VERSION} ${tableHash()}${MARK}`;
export const prefixKey = (prefix: string): string => `${prefix}${MARK}`;
export const isToken = (key: string): boolean => !key.endsWith(MARK);

/** The tokens of each field on a line, in the order of `SEARCH_FIELDS`. */
export function documentOf(values: SearchedValues): string {
  const textsOf = (name: SearchedField) => (name === 'care' ? values.care.map(({ words }) => words) : values[name]);
  const tokensAt = (rank: SearchRank) =>
    tokensOf(searchedFields.flatMap((name) => (specimenFields[name].search === rank ? textsOf(name) : [])).join(' '));
  const title = tokensAt('title');
  const end = title.findIndex((token) => !isSign(token)) + 1;
  const tags = [...tokensAt('tags'), ...tokensOfSpecies(values.species, values.care)];
  const description = [...tokensAt('description'), ...tokensOfSpecies(values.associates, values.care), ...sizeWords(values.dimensions)];
  const lines = [title.slice(0, end), title.slice(end), tags, tokensAt('origin'), description];
  return lines.map((tokens) => tokens.join(' ')).join('\n');
}

/** The collectors' word for its size. By the usual limits, not the shop's own: a change of those would mean rebuilding every document. */
function sizeWords(dimensions: string): string[] {
  const sizeClass = sizeClassOf(longestSide(dimensions), DEFAULT_SIZE_LIMITS);
  return sizeClass === null ? [] : tokensOf(sizeClassLabels[sizeClass]);
}

/** What a care note is looked for by. */
const wordsOfNotes: Partial<Record<CareNote, string>> = {
  asbestos: 'asbestos',
  fibers: 'asbestos',
  fibrous: 'asbestos',
  radioactive: 'radioactive',
  toxic: 'toxic',
  traces: 'radioactive',
};

/** Classes that the table counts as others, by the element that makes them. */
const wordsOfElements: Partial<Record<ElementSymbol, string>> = {
  As: 'arsenates',
  Cr: 'chromates',
  Mo: 'molybdates',
  N: 'nitrates',
  V: 'vanadates',
  W: 'tungstates',
};
const OXYGEN_SALTS: readonly (MineralClass | null)[] = ['carbonates', 'phosphates', 'sulfates'];

function classWords({ species: { class: own, formula } }: FoundSpecies): string[] {
  const parsed = formula !== null && OXYGEN_SALTS.includes(own) ? parseFormula(formula) : null;
  const elements = parsed === null ? [] : elementsOf(parsed);
  return [own ?? '', ...elements.map((element) => wordsOfElements[element] ?? '')];
}

/** By what else these species are looked for: other names, group and class, the species of a variety, the formula, and what they warn of in this piece. */
function tokensOfSpecies(names: readonly string[], care: readonly CareChange[]): string[] {
  const found = [...new Set(names.flatMap(speciesIn))];
  const words = found.flatMap((row) => [
    row.species.name,
    row.species.group ?? '',
    ...classWords(row),
    ...row.species.synonyms,
    ...(row.variety?.synonyms ?? []),
    ...factsOf(row).foreignNames,
    ...factsOf(row).care.map((note) => (careChangeOf(care, note, nameOf(row)) ? '' : (wordsOfNotes[note] ?? ''))),
  ]);
  const formulas = found.flatMap((row) => factsOf(row).formula ?? []).map(formulaToken);
  return [...new Set([...tokensOf(words.join(' ')), ...formulas])];
}

/** Every key that a document is found under, with the index of the best field that has it. */
export function keysOf(document: string): Map<string, number> {
  const keys = new Map<string, number>();
  const add = (key: string, field: number) => {
    if (!keys.has(key)) keys.set(key, field);
  };
  for (const [field, line] of document.split('\n').entries()) {
    for (const token of line.split(' ')) {
      if (token === '' || keys.get(token) === field) continue;
      add(token, field);
      if (!isSign(token)) for (let length = 1; length <= MAX_INDEXED_PREFIX; length++) add(prefixKey(cut(token, length)), field);
    }
  }
  return keys;
}
