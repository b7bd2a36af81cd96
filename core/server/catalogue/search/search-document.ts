import { type CareChange, careChangeOf } from '#core/contract/catalogue/care.ts';
import { categoryOf } from '#core/contract/catalogue/categories.ts';
import type { ElementSymbol } from '#core/contract/catalogue/chemical-elements.ts';
import { elementsOf, parseFormula } from '#core/contract/catalogue/formula.ts';
import {
  DEFAULT_SIZE_LIMITS,
  longestSide,
  sizeClassLabels,
  sizeClassOf,
} from '#core/contract/catalogue/size-classes.ts';
import type { CareNote, MineralClass } from '#core/contract/catalogue/species.ts';
import {
  type FieldName,
  fieldNames,
  type NameWith,
  type SpecimenValues,
  specimenFields,
} from '#core/contract/catalogue/specimen-fields.ts';
import type { SearchRank } from '#core/contract/field-kinds.ts';
import {
  type FoundSpecies,
  factsOf,
  nameOf,
  speciesIn,
  tableHash,
} from '#core/server/catalogue/species/species.service.ts';
import { type SnakeCase, snakeCase } from '#platform/db/naming.ts';
import { cut } from '#platform/text-search.ts';
import { formulaToken, isSign, tokensOf } from './tokens.ts';

type SearchedField = Exclude<FieldName, NameWith<{ search: null }>>;
type SearchedValues = Pick<SpecimenValues, SearchedField | 'dimensions'>;

const isSearched = (name: FieldName): name is SearchedField => specimenFields[name].search !== null;
const searchedFields = fieldNames.filter(isSearched);

type PlainField = Exclude<SearchedField, 'category'>;
const plainFields = searchedFields.filter((name) => name !== 'category');

export const searchedColumns = [
  'category_id' as const,
  'dimensions' as const,
  ...plainFields.map((name) => snakeCase(name)),
];

type SearchedRow = { category_id: number; dimensions: string } & {
  [Name in PlainField as SnakeCase<Name>]: SpecimenValues[Name];
};

export const searchedValues = (row: SearchedRow): SearchedValues => ({
  ...(Object.fromEntries(plainFields.map((name) => [name, row[snakeCase(name)]])) as Pick<
    SpecimenValues,
    PlainField
  >),
  category: categoryOf(row.category_id),
  dimensions: row.dimensions,
});

/** Best first: a token ranks by the best field that contains it. */
export const SEARCH_FIELDS = [
  'beginning of the title',
  'title',
  'tags and category',
  'origin',
  'description',
] as const;

/** Raise it when the same specimen gets another document. */
const DOCUMENT_VERSION = 5;

/** Prefixes up to this length are keys of their own: too many tokens begin with them. */
export const MAX_INDEXED_PREFIX = 3;
/** Marks the other keys: tokens never contain a blank. */
const MARK = ' ';
/** Every visible specimen has this key, every hidden one the other. */
export const VISIBLE = MARK;
export const HIDDEN = `${MARK}hidden${MARK}`;
export const RECIPE = `${MARK}recipe `;
/** An index with another key is older, and is rebuilt. */
export const recipeKey = (): string => `${RECIPE}${DOCUMENT_VERSION} ${tableHash()}${MARK}`;
export const prefixKey = (prefix: string): string => `${prefix}${MARK}`;
export const isToken = (key: string): boolean => !key.endsWith(MARK);

export function documentOf(values: SearchedValues): string {
  const textsOf = (name: SearchedField) =>
    name === 'care' ? values.care.map(({ words }) => words) : values[name];
  const tokensAt = (rank: SearchRank) =>
    tokensOf(
      searchedFields
        .flatMap((name) => (specimenFields[name].search === rank ? textsOf(name) : []))
        .join(' '),
    );
  const title = tokensAt('title');
  const end = title.findIndex((token) => !isSign(token)) + 1;
  const number = values.catalogueNumber ?? '';
  const tags = [
    ...tokensAt('tags'),
    ...tokensOfSpecies(values.species, values.care),
    // `D-0077` as `D0077`, and the other way.
    formulaToken(number),
    ...tokensOf(number.replace(/\p{L}(?=\d)/gu, '$& ')),
  ];
  const description = [
    ...tokensAt('description'),
    ...tokensOfSpecies(values.associates, values.care),
    ...sizeWords(values.dimensions),
  ];
  const lines = [title.slice(0, end), title.slice(end), tags, tokensAt('origin'), description];
  return lines.map((tokens) => tokens.join(' ')).join('\n');
}

/** Uses the default limits: following the shop's own would rebuild every document. */
function sizeWords(dimensions: string): string[] {
  const sizeClass = sizeClassOf(longestSide(dimensions), DEFAULT_SIZE_LIMITS);
  return sizeClass === null ? [] : tokensOf(sizeClassLabels[sizeClass]);
}

const wordsOfNotes: Partial<Record<CareNote, string>> = {
  asbestos: 'asbestos',
  fibers: 'asbestos',
  fibrous: 'asbestos',
  radioactive: 'radioactive',
  toxic: 'toxic',
  traces: 'radioactive',
};

/** The table counts these classes as others. */
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

function tokensOfSpecies(names: readonly string[], care: readonly CareChange[]): string[] {
  const found = [...new Set(names.flatMap(speciesIn))];
  const words = found.flatMap((row) => [
    row.species.name,
    row.species.group ?? '',
    ...classWords(row),
    ...row.species.synonyms,
    ...(row.variety?.synonyms ?? []),
    ...factsOf(row).foreignNames,
    ...factsOf(row).care.map((note) =>
      careChangeOf(care, note, nameOf(row)) ? '' : (wordsOfNotes[note] ?? ''),
    ),
  ]);
  const formulas = found.flatMap((row) => factsOf(row).formula ?? []).map(formulaToken);
  return [...new Set([...tokensOf(words.join(' ')), ...formulas])];
}

export function keysOf(document: string): Map<string, number> {
  const keys = new Map<string, number>();
  const add = (key: string, field: number) => {
    if (!keys.has(key)) keys.set(key, field);
  };
  for (const [field, line] of document.split('\n').entries()) {
    for (const token of line.split(' ')) {
      if (token === '' || keys.get(token) === field) continue;
      add(token, field);
      if (!isSign(token))
        for (let length = 1; length <= MAX_INDEXED_PREFIX; length++)
          add(prefixKey(cut(token, length)), field);
    }
  }
  return keys;
}
