import { type WrittenFormula, writeFormula } from '#core/contract/catalogue/formula.ts';
import type { OwnField } from '#core/contract/catalogue/own-values.ts';
import type { Species, Variety } from '#core/contract/catalogue/species.ts';
import type { SpeciesName } from '#core/contract/catalogue/species-names.ts';
import { slugOf } from '#core/contract/catalogue/specimen-urls.ts';
import { fold } from '#core/contract/fold.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import type { Schema } from '#platform/db/schema.ts';
import { readShippedSheets, readShippedTable, type ShippedTable } from './shipped-table.ts';
import type { OwnRow, SpeciesTable } from './species-reader.ts';

export type { SpeciesTable };

/** `variety` is set where its name was asked for. */
export type FoundSpecies = { species: Species; variety: Variety | null };

let shipped: ShippedTable | null = null;
/** Ignores the owner's values; reads the disk the first time. */
export function shippedTable(): ShippedTable {
  shipped ??= readShippedTable();
  return shipped;
}

type Loaded = {
  table: SpeciesTable;
  byName: ReadonlyMap<string, FoundSpecies>;
  bySlug: ReadonlyMap<string, FoundSpecies>;
};
let loaded: Loaded | null = null;
let laidOver: LaidOver | null = null;

type OwnMark = { fields: readonly OwnField[]; isAdded: boolean; source: string };
type LaidOver = { table: SpeciesTable; hash: string; marks: ReadonlyMap<string, OwnMark> };

/** `refresh` reads `table` and calls `layOver`. @returns whether it changed. */
export type OverSpecies = { table: keyof Schema; refresh: (db: Db | Tx) => Promise<boolean> };

/** A process has one shop, so everything that asks this module agrees. @param own null: nothing. */
export function layOver(own: LaidOver | null): void {
  laidOver = own;
  loaded = null;
}

export async function tableWith(own: readonly OwnRow[]): Promise<SpeciesTable> {
  // Few shops have own values; the others need not load the reader.
  const { readTable } = await import('./species-reader.ts');
  return readTable(readShippedSheets(), own);
}

/** Returns null where no field is the owner's. */
export const ownMarkOf = (name: string): OwnMark | null => laidOver?.marks.get(name) ?? null;

function load() {
  if (loaded) return loaded;
  const { table } = laidOver ?? shippedTable();
  const speciesByName = new Map(table.species.map((species) => [species.name, species]));
  const rows: FoundSpecies[] = [
    ...table.species.map((species) => ({ species, variety: null })),
    ...table.varieties.flatMap((variety) => {
      const species = speciesByName.get(variety.of);
      return species ? [{ species, variety }] : [];
    }),
  ];
  const keyed = (key: (name: string) => string, names: (row: FoundSpecies) => readonly string[]) =>
    rows.flatMap((row) => names(row).map((name) => [key(name), row] as const));
  const synonyms = (row: FoundSpecies) => factsOf(row).synonyms;
  const foreignNames = (row: FoundSpecies) => factsOf(row).foreignNames;
  const own = (row: FoundSpecies) => [nameOf(row)];
  loaded = {
    table,
    byName: new Map([
      ...keyed(foldName, foreignNames),
      ...keyed(foldName, synonyms),
      ...keyed(foldName, own),
    ]),
    // Slugs may collide: a name goes before another's synonym.
    bySlug: new Map([...keyed(slugOf, synonyms), ...keyed(slugOf, own)]),
  };
  return loaded;
}

/** `Fool’s gold` and `fools gold` are one name. */
function foldName(text: string): string {
  const bare = fold(text).replace(/(?<=\p{L})['’ʼ`](?=\p{L})/gu, '');
  return (bare.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}

export const nameOf = (row: FoundSpecies): string => factsOf(row).name;

/** Accepts the slug of a synonym; null for none. */
export const speciesOfSlug = (slug: string): FoundSpecies | null =>
  load().bySlug.get(slug) ?? speciesNamed(wordsOf(slug));

export function nameOfSlug(slug: string): string {
  const found = speciesOfSlug(slug);
  if (found) return nameOf(found);
  const words = wordsOf(slug);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const wordsOf = (slug: string): string => slug.replaceAll('-', ' ');

/** Returns null for none. */
export const speciesNamed = (name: string): FoundSpecies | null =>
  load().byName.get(foldName(name)) ?? null;

/** Returns the variety's facts where its name was asked for. */
export const factsOf = ({ species, variety }: FoundSpecies): Variety | Species =>
  variety ?? species;

/** Returns null where there is no formula. */
export function formulaOf(row: FoundSpecies): WrittenFormula | null {
  const { formula } = factsOf(row);
  return formula === null ? null : writeFormula(formula);
}

export const speciesTable = (): SpeciesTable => load().table;

/** Changes with any word of the table. */
export const tableHash = (): string => (laidOver ?? shippedTable()).hash;

export function namesOfTable(): SpeciesName[] {
  const { species, varieties } = speciesTable();
  return [
    ...species.map(({ name, synonyms, foreignNames }) => ({
      name,
      of: null,
      synonyms: [...synonyms, ...foreignNames],
    })),
    ...varieties.map(({ name, of, synonyms, foreignNames }) => ({
      name,
      of,
      synonyms: [...synonyms, ...foreignNames],
    })),
  ].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** Leaves a name as it is that is unknown, uncertain (`Fluorite?`) or a series' (`Stilbite`). */
export function tableName(name: string): string {
  const found = name.includes('?') ? null : speciesNamed(name);
  return found && !nameOf(found).startsWith(`${name}-`) ? nameOf(found) : name;
}

/** Separates names on a label: `Autunite on granite`, `Malachite (after azurite)`. */
const JOINT = /[,;&+]|\s\/\s|\s[([]|[)\]](?=\s|$)|\b(?:on|with|after|in|and)\b/iu;

/** Falls back to the first words (`Ordinary chondrite LL5`). */
function beginningOf(text: string): FoundSpecies | null {
  const words = foldName(text).split(' ');
  for (let length = words.length; length > 0; length--) {
    const found = load().byName.get(words.slice(0, length).join(' '));
    if (found) return found;
  }
  return null;
}

/**
 * A metal with a word behind it is a look: `Quartz with iron stains`, `gold luster`. A rock is what
 * the piece sits on: `Autunite on granite` is none of granite.
 */
function besideIt(text: string): FoundSpecies | null {
  const found = beginningOf(text);
  const isLook = found?.species.class === 'elements' && found !== speciesNamed(text);
  return isLook || found?.species.kind === 'rock' ? null : found;
}

/**
 * Finds each row once. In `Quartz var. Amethyst` the variety comes first; in `Quartz var.
 * Chrysotile`, which is none of quartz, the species.
 */
export function speciesIn(label: string): FoundSpecies[] {
  const whole = speciesNamed(label);
  if (whole) return [whole];
  const [before = '', after = ''] = label.split(/\bvar(?:iety|\.)?\s/i);
  const rowsOf = (text: string) =>
    text
      .split(JOINT)
      .flatMap((part, place) => (place === 0 ? beginningOf(part) : besideIt(part)) ?? []);
  const [species, varieties] = [rowsOf(before), rowsOf(after)];
  const isVariety = species[0] === undefined || varieties[0]?.species === species[0].species;
  return [...new Set(isVariety ? [...varieties, ...species] : [...species, ...varieties])];
}

/** Returns null where no word leads to a row. */
export const findSpecies = (label: string): FoundSpecies | null => speciesIn(label)[0] ?? null;
