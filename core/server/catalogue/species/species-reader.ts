/** Reads the shop's own species table, `species.csv` and the files beside it, into typed rows. A list in a cell is separated by `; `. */
import { parse } from 'csv-parse/sync';
import type { ElementSymbol } from '#core/contract/catalogue/chemical-elements.ts';
import { elementsOf, type Formula, parseFormula } from '#core/contract/catalogue/formula.ts';
import type { OwnValues } from '#core/contract/catalogue/own-values.ts';
import {
  type CareNote,
  type CrystalSystem,
  careNotes,
  crystalSystems,
  type Fluorescence,
  lustres,
  type MineralClass,
  mineralClasses,
  type Range,
  type Reading,
  type Species,
  speciesKinds,
  type UltravioletLight,
  type UnitCell,
  ultravioletLights,
  type Variety,
  varietyKinds,
} from '#core/contract/catalogue/species.ts';
import { readSpeciesFiles } from './species-files.ts';

type Cells = Record<string, string>;

/** `of`: the species of a variety that the owner added. */
export type OwnRow = { name: string; of: string | null; isAdded: boolean; values: OwnValues };

type Reader<T> = (text: string) => T;

/**
 * Warnings that an essential element brings. Beryllium harms as dust; uranium and thorium are
 * poisons as well as radioactive.
 */
const careByElement: Partial<Record<ElementSymbol, readonly CareNote[]>> = {
  As: ['toxic'],
  Be: ['dust'],
  Cd: ['toxic'],
  Hg: ['toxic'],
  Pb: ['toxic'],
  Sb: ['toxic'],
  Te: ['toxic'],
  Th: ['radioactive', 'toxic'],
  Tl: ['toxic'],
  U: ['radioactive', 'toxic'],
};

/** What each system leaves free, in written order. */
const freeParameters: Partial<Record<CrystalSystem, readonly string[]>> = {
  cubic: ['a'],
  tetragonal: ['a', 'c'],
  hexagonal: ['a', 'c'],
  trigonal: ['a', 'c'],
  orthorhombic: ['a', 'b', 'c'],
  monoclinic: ['a', 'b', 'c', 'beta'],
  triclinic: ['a', 'b', 'c', 'alpha', 'beta', 'gamma'],
};

const oneOf =
  <T extends string>(values: readonly T[]): Reader<T> =>
  (text) => {
    const found = values.find((value) => value === text);
    if (found === undefined) throw new Error(`“${text}” is none of ${values.join(', ')}`);
    return found;
  };

const keyOf = <T extends string>(table: Record<T, unknown>): Reader<T> =>
  oneOf(Object.keys(table) as T[]);

const optional =
  <T>(read: Reader<T>): Reader<T | null> =>
  (text) =>
    text === '' ? null : read(text);

const listOf =
  <T>(read: Reader<T>): Reader<T[]> =>
  (text) =>
    text === '' ? [] : text.split('; ').map(read);

const readText: Reader<string> = (text) => text;

/** `3.5-4`, or one number. */
const readRange: Reader<Range> = (text) => {
  const [min = Number.NaN, max = min, ...more] = text.split('-').map(Number);
  if (!(min > 0 && max >= min) || more.length > 0) throw new Error(`“${text}” is no range`);
  return { min, max };
};

/** `SW red`. */
const readFluorescence: Reader<Fluorescence> = (text) => {
  const [light = '', ...colour] = text.split(' ');
  if (colour.length === 0) throw new Error(`“${text}” names no colour`);
  return { light: keyOf<UltravioletLight>(ultravioletLights)(light), colour: colour.join(' ') };
};

/** `4.913 5.405 Z3`: free parameters, then formula units in a cell. */
function readCell(text: string, system: CrystalSystem | null): UnitCell {
  const names = (system && freeParameters[system]) ?? [];
  const [formulaUnits, ...values] = text.split(' ').reverse();
  const free = Object.fromEntries(
    names.map((name, index) => [name, Number(values[names.length - 1 - index])]),
  );
  const { a = Number.NaN, c = a, b = a, alpha = 90, beta = 90 } = free;
  const gamma = free.gamma ?? (system === 'hexagonal' || system === 'trigonal' ? 120 : 90);
  const cell = {
    a,
    b,
    c,
    alpha,
    beta,
    gamma,
    formulaUnits: Number(formulaUnits?.replace(/^Z/, '')),
  };
  const isWhole = values.length === names.length && Object.values(cell).every((value) => value > 0);
  if (!isWhole) throw new Error(`“${text}” is no cell of a ${system} mineral`);
  return cell;
}

/** @throws Error where the text is no formula. */
export function readFormula(text: string): Formula {
  const formula = parseFormula(text);
  if (formula === null) throw new Error(`“${text}” is no formula`);
  return formula;
}

/** Adds what follows from formula and class. */
function careOf(
  own: readonly CareNote[],
  formula: string | null,
  mineralClass: MineralClass | null,
): CareNote[] {
  const elements = formula === null ? [] : elementsOf(readFormula(formula));
  const ofElements = elements.flatMap((element) => careByElement[element] ?? []);
  const found = new Set([
    ...own,
    ...ofElements,
    ...(mineralClass === 'carbonates' ? ['acid'] : []),
  ]);
  // Nickel harms as dust; a toxic mineral's dust is warned of already.
  if (elements.includes('Ni') && !found.has('toxic')) found.add('dust');
  return Object.keys(careNotes).filter((note): note is CareNote => found.has(note));
}

type Named = Record<'foreignNames' | 'readings', Record<string, readonly string[]>>;

const columns: Readonly<Record<string, keyof Species>> = {
  formula: 'formula',
  system: 'system',
  hardness: 'hardness',
  density: 'density',
  lustres: 'lustres',
  color: 'colours',
  streak: 'streak',
  cleavage: 'cleavage',
  habit: 'habit',
  'type locality': 'typeLocality',
  fluorescence: 'fluorescence',
  care: 'care',
};

/** The first rows were compared in these, where no one noted it. */
const COMPARED: readonly (keyof Species)[] = ['hardness', 'density'];
const comparedWith: Readonly<Record<string, readonly (keyof Species)[]>> = {
  'Gemcutter field table': [...COMPARED, 'lustres'],
  'Xwards density table': ['density'],
};

const keyOfColumn: Reader<keyof Species> = (name) => columns[keyOf(columns)(name)] as keyof Species;

/** `Wikipedia: formula, hardness`, or a reference alone. */
const readReading: Reader<Reading> = (text) => {
  const [reference = '', cells] = text.split(': ');
  return {
    reference,
    fields: cells?.split(', ').map(keyOfColumn) ?? comparedWith[reference] ?? COMPARED,
  };
};

const saidOf = (named: Named, what: keyof Named, name: string): readonly string[] =>
  Object.hasOwn(named[what], name) ? (named[what][name] ?? []) : [];

function readSpecies(cells: Cells, named: Named): Species {
  const cell = <T>(name: string, read: Reader<T>): T => read(cells[name] ?? '');
  const system = cell('system', optional(oneOf(crystalSystems)));
  const mineralClass = cell('class', optional(oneOf(mineralClasses)));
  const formula = cell('formula', optional(readText));
  return {
    name: cell('name', readText),
    kind: cell('kind', oneOf(speciesKinds)),
    class: mineralClass,
    formula,
    system,
    hardness: cell('hardness', optional(readRange)),
    density: cell('density', optional(readRange)),
    lustres: cell('lustres', listOf(oneOf(lustres))),
    colours: cell('color', optional(readText)),
    streak: cell('streak', optional(readText)),
    cleavage: cell('cleavage', optional(readText)),
    habit: cell('habit', optional(readText)),
    typeLocality: cell('type locality', optional(readText)),
    group: cell('group', optional(readText)),
    synonyms: cell('synonyms', listOf(readText)),
    foreignNames: saidOf(named, 'foreignNames', cell('name', readText)),
    fluorescence: cell('fluorescence', listOf(readFluorescence)),
    care: careOf(cell('care', listOf(keyOf<CareNote>(careNotes))), formula, mineralClass),
    cell: cell(
      'cell',
      optional((text) => readCell(text, system)),
    ),
    readAgainst: saidOf(named, 'readings', cell('name', readText)).map(readReading),
    differs: cell('differs', optional(readText)),
  };
}

/**
 * An empty cell is as the species', `none` says nothing; `-note` drops a care note of the species.
 */
function readVariety(
  cells: Cells,
  named: Named,
  speciesByName: ReadonlyMap<string, Species>,
): Variety {
  const cell = <T>(name: string, read: Reader<T>): T => read(cells[name] ?? '');
  const species = speciesByName.get(cells.of ?? '');
  if (!species) throw new Error(`there is no species “${cells.of}”`);
  const own = <T>(name: string, read: Reader<T>, inherited: T): T => {
    const text = cells[name] ?? '';
    return text === '' ? inherited : read(text === 'none' ? '' : text);
  };
  const formula = own('formula', optional(readText), species.formula);
  const notes = cell('care', listOf(readText));
  const isDropped = (note: CareNote) => notes.includes(`-${note}`);
  const added = notes.filter((note) => !note.startsWith('-')).map(keyOf<CareNote>(careNotes));
  return {
    name: cell('name', readText),
    of: species.name,
    kind: cell('kind', oneOf(varietyKinds)),
    formula,
    hardness: own('hardness', optional(readRange), species.hardness),
    density: own('density', optional(readRange), species.density),
    lustres: own('lustres', listOf(oneOf(lustres)), species.lustres),
    synonyms: cell('synonyms', listOf(readText)),
    foreignNames: saidOf(named, 'foreignNames', cell('name', readText)),
    fluorescence: own('fluorescence', listOf(readFluorescence), species.fluorescence),
    care: careOf([...species.care.filter((note) => !isDropped(note)), ...added], formula, null),
  };
}

/** @throws Error naming the row that cannot be read. */
function namingRow<T>(cells: Cells, read: (cells: Cells) => T): T {
  try {
    return read(cells);
  } catch (error) {
    throw new Error(
      `The species table, row “${cells.name}”: ${error instanceof Error ? error.message : error}`,
    );
  }
}

export type SpeciesTable = { species: readonly Species[]; varieties: readonly Variety[] };

/** A changed row is read again from here. */
export type SpeciesSheets = { species: Cells[]; varieties: Cells[] } & Named;

const languages = ['de', 'fr', 'es', 'it'];

/** @throws Error where a file says something of an unknown row. */
function parseSheets(
  speciesText: string,
  varietiesText: string,
  foreignText: string,
  readingsText: string,
): SpeciesSheets {
  const rowsOf = (text: string): Cells[] => parse(text, { columns: true });
  const listsOf = (text: string, columns: readonly string[]) =>
    Object.fromEntries(
      rowsOf(text).map((cells) => [
        cells.name ?? '',
        columns.flatMap((column) => listOf(readText)(cells[column] ?? '')),
      ]),
    );
  const [species, varieties] = [rowsOf(speciesText), rowsOf(varietiesText)];
  const [cellsOf, referencesOf] = ['cells', 'references'].map((column) =>
    listsOf(readingsText, [column]),
  );
  const readings = Object.fromEntries(
    Object.entries(referencesOf ?? {}).map(([name, references]) => [
      name,
      cellsOf?.[name]?.length ? cellsOf[name] : references,
    ]),
  );
  const named: Named = { foreignNames: listsOf(foreignText, languages), readings };
  const known = new Set([...species, ...varieties].map(({ name }) => name));
  const stray = Object.values(named)
    .flatMap((lists) => Object.keys(lists))
    .find((name) => !known.has(name));
  if (stray !== undefined)
    throw new Error(
      `The species table says something of “${stray}”, but has no such species or variety`,
    );
  return { species, varieties, ...named };
}

/** Care follows from the owner's formula and class, unless the owner says what it is. */
function readOver<Row extends Species | Variety>(
  cells: Cells,
  own: OwnValues | undefined,
  read: (cells: Cells) => Row,
): Row {
  if (!own) return read(cells);
  const { kind, formula, class: mineralClass } = own;
  const changed = {
    // Only the tests ask for what a system leaves free.
    cell: '',
    ...(kind && { kind }),
    ...(formula !== undefined && { formula: formula ?? ('of' in cells ? 'none' : '') }),
    ...(mineralClass !== undefined && { class: mineralClass ?? '' }),
  };
  const row = read({ ...cells, ...changed });
  return { ...row, ...Object.fromEntries(Object.entries(own).filter(([field]) => field in row)) };
}

/**
 * Puts the owner's rows last, and leaves out a variety whose species is gone. @throws Error naming
 * the row that cannot be read.
 */
export function readTable(sheets: SpeciesSheets, own: readonly OwnRow[] = []): SpeciesTable {
  const said = new Map(own.map(({ name, values }) => [name, values]));
  const added = own.filter(({ isAdded }) => isAdded);
  const rowsOf = (rows: Cells[], isOfKind: (row: OwnRow) => boolean) => [
    ...rows,
    ...added.filter(isOfKind).map(({ name, of }): Cells => ({ name, ...(of !== null && { of }) })),
  ];
  const species = rowsOf(sheets.species, ({ of }) => of === null).map((cells) =>
    namingRow(cells, () =>
      readOver(cells, said.get(cells.name ?? ''), (changed) => readSpecies(changed, sheets)),
    ),
  );
  const byName = new Map(species.map((one) => [one.name, one]));
  const varieties = rowsOf(sheets.varieties, ({ of }) => of !== null && byName.has(of)).map(
    (cells) =>
      namingRow(cells, () =>
        readOver(cells, said.get(cells.name ?? ''), (changed) =>
          readVariety(changed, sheets, byName),
        ),
      ),
  );
  return { species, varieties };
}

/** @throws Error naming the row that cannot be read. */
export const parseSpeciesTable = (
  speciesText: string,
  varietiesText: string,
  foreignText = '',
  readingsText = '',
): SpeciesTable => readTable(parseSheets(speciesText, varietiesText, foreignText, readingsText));

export const readSpeciesSheets = (): SpeciesSheets => parseSheets(...readSpeciesFiles());

/** Takes some 80 ms where nothing is compiled yet. */
export const readSpeciesTable = (): SpeciesTable => readTable(readSpeciesSheets());
