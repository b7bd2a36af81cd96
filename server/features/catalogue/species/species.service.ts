/** What the shop knows of species: its own table, by name, synonym and variety. */

import { type WrittenFormula, writeFormula } from '#contract/catalogue/formula.ts';
import type { OwnField } from '#contract/catalogue/own-values.ts';
import type { Species, Variety } from '#contract/catalogue/species.ts';
import type { SpeciesName } from '#contract/catalogue/species-names.ts';
import { slugOf } from '#contract/catalogue/specimen-urls.ts';
import { fold } from '#contract/fold.ts';
import { readShippedSheets, readShippedTable, type ShippedTable } from './shipped-table.ts';
import type { OwnRow, SpeciesTable } from './species-reader.ts';

export type { SpeciesTable };

/** `variety` is set where its name was asked for. */
export type FoundSpecies = { species: Species; variety: Variety | null };

let shipped: ShippedTable | null = null;
/** The table of this release, whatever the dealer says; read from the disk the first time. */
export function shippedTable(): ShippedTable {
  shipped ??= readShippedTable();
  return shipped;
}

type Loaded = { table: SpeciesTable; byName: ReadonlyMap<string, FoundSpecies>; bySlug: ReadonlyMap<string, FoundSpecies> };
let loaded: Loaded | null = null;
let laidOver: LaidOver | null = null;

/** What the dealer says of a row: of which fields, and where he has it from. */
export type OwnMark = { fields: readonly OwnField[]; isAdded: boolean; source: string };
/** The table with what the dealer says lying over it. */
export type LaidOver = { table: SpeciesTable; hash: string; marks: ReadonlyMap<string, OwnMark> };

/** From now on this process knows what the dealer says; null: nothing. A process has one shop, so all that asks this module agrees. */
export function layOver(own: LaidOver | null): void {
  laidOver = own;
  loaded = null;
}

/** The table of this release with these rows over it. */
export async function tableWith(own: readonly OwnRow[]): Promise<SpeciesTable> {
  // Few shops say something else than the table; the others need not be able to read it.
  const { readTable } = await import('./species-reader.ts');
  return readTable(readShippedSheets(), own);
}

/** What of a row is the dealer's own; null: nothing. */
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
    byName: new Map([...keyed(foldName, foreignNames), ...keyed(foldName, synonyms), ...keyed(foldName, own)]),
    // The slugs of two names may be the same: a name goes before another's synonym.
    bySlug: new Map([...keyed(slugOf, synonyms), ...keyed(slugOf, own)]),
  };
  return loaded;
}

/** Words of letters and digits, folded as search folds them: `Fool’s gold` and `fools gold` are one name. */
function foldName(text: string): string {
  const bare = fold(text).replace(/(?<=\p{L})['’ʼ`](?=\p{L})/gu, '');
  return (bare.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}

/** What the table calls it. */
export const nameOf = (row: FoundSpecies): string => factsOf(row).name;

/** The row that the last part of a page's path means, by its name or by a synonym; null for none. */
export const speciesOfSlug = (slug: string): FoundSpecies | null => load().bySlug.get(slug) ?? speciesNamed(wordsOf(slug));

/** What is called by a slug: the table's name, else the slug's own words. */
export function nameOfSlug(slug: string): string {
  const found = speciesOfSlug(slug);
  if (found) return nameOf(found);
  const words = wordsOf(slug);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const wordsOf = (slug: string): string => slug.replaceAll('-', ' ');

/** The row that the table calls so; null for none. */
export const speciesNamed = (name: string): FoundSpecies | null => load().byName.get(foldName(name)) ?? null;

/** What holds of a row: the variety's, where its name was asked for. */
export const factsOf = ({ species, variety }: FoundSpecies): Variety | Species => variety ?? species;

/** The formula as it is written; null where there is none. */
export function formulaOf(row: FoundSpecies): WrittenFormula | null {
  const { formula } = factsOf(row);
  return formula === null ? null : writeFormula(formula);
}

/** All rows, those of the release in the order of their names. */
export const speciesTable = (): SpeciesTable => load().table;

/** Changes with any word of the table, so that what was derived from an older one is recognised. */
export const tableHash = (): string => (laidOver ?? shippedTable()).hash;

/** The names of species and varieties with what else each is called. */
export function namesOfTable(): SpeciesName[] {
  const { species, varieties } = speciesTable();
  return [
    ...species.map(({ name, synonyms, foreignNames }) => ({ name, of: null, synonyms: [...synonyms, ...foreignNames] })),
    ...varieties.map(({ name, of, synonyms, foreignNames }) => ({ name, of, synonyms: [...synonyms, ...foreignNames] })),
  ].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** The table's own name for a species or variety that is typed by its name or a synonym; any other name is left as it is. */
export function tableName(name: string): string {
  const found = speciesNamed(name);
  return found ? nameOf(found) : name;
}

/** What stands between two names of a label: `Autunite on granite`, `Malachite (after azurite)`. */
const JOINT = /[,;&+]|\s\/\s|\s[([]|[)\]](?=\s|$)|\b(?:on|with|after|in|and)\b/iu;

/** The row of a name, else of its first words (`Ordinary chondrite LL5`). */
function beginningOf(text: string): FoundSpecies | null {
  const words = foldName(text).split(' ');
  for (let length = words.length; length > 0; length--) {
    const found = load().byName.get(words.slice(0, length).join(' '));
    if (found) return found;
  }
  return null;
}

/**
 * What stands beside the first name. A metal's name with a word behind it is a look there: `Quartz with iron stains`, `gold luster`. A rock
 * there is what the piece sits on: `Autunite on granite` is none of granite.
 */
function besideIt(text: string): FoundSpecies | null {
  const found = beginningOf(text);
  const isLook = found?.species.class === 'elements' && found !== speciesNamed(text);
  return isLook || found?.species.kind === 'rock' ? null : found;
}

/**
 * All that a label names, each row once, by name, synonym or variety, what it is first: `Autunite on granite`, `Torbernite (radioactive)`. Of
 * `Quartz var. Amethyst` the variety is first, of `Quartz var. Chrysotile`, which is none of quartz, the species.
 */
export function speciesIn(label: string): FoundSpecies[] {
  const whole = speciesNamed(label);
  if (whole) return [whole];
  const [before = '', after = ''] = label.split(/\bvar(?:iety|\.)?\s/i);
  const rowsOf = (text: string) => text.split(JOINT).flatMap((part, place) => (place === 0 ? beginningOf(part) : besideIt(part)) ?? []);
  const [species, varieties] = [rowsOf(before), rowsOf(after)];
  const isVariety = species[0] === undefined || varieties[0]?.species === species[0].species;
  return [...new Set(isVariety ? [...varieties, ...species] : [...species, ...varieties])];
}

/** What a label names first; null where no word leads to a row. */
export const findSpecies = (label: string): FoundSpecies | null => speciesIn(label)[0] ?? null;
