/** What the shop knows of species: its own table, by name, synonym and variety. */
import type { Species, Variety } from '#contract/species.ts';
import type { SpeciesName } from '#contract/species-names.ts';
import { fold } from '#server/platform/text-search.ts';
import { readSpeciesTable, type SpeciesTable, speciesTableHash } from './species-reader.ts';

/** `variety` is set where its name was asked for. */
export type FoundSpecies = { species: Species; variety: Variety | null };

let loaded: { table: SpeciesTable; byName: ReadonlyMap<string, FoundSpecies> } | null = null;

function load() {
  if (loaded) return loaded;
  const table = readSpeciesTable();
  const speciesByName = new Map(table.species.map((species) => [species.name, species]));
  const byName = new Map<string, FoundSpecies>();
  for (const species of table.species)
    for (const name of [species.name, ...species.synonyms]) byName.set(foldName(name), { species, variety: null });
  for (const variety of table.varieties) {
    const species = speciesByName.get(variety.of);
    if (species) for (const name of [variety.name, ...variety.synonyms]) byName.set(foldName(name), { species, variety });
  }
  loaded = { table, byName };
  return loaded;
}

/** Words of letters and digits, folded as search folds them: `Fool’s gold` and `fools gold` are one name. */
function foldName(text: string): string {
  const bare = fold(text).replace(/(?<=\p{L})['’ʼ`](?=\p{L})/gu, '');
  return (bare.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}

/** All rows in the order of their names; read from the disk the first time. */
export const speciesTable = (): SpeciesTable => load().table;

let hash: string | null = null;
/** Changes with any word of the table, so that what was derived from an older one is recognised. */
export function tableHash(): string {
  hash ??= speciesTableHash();
  return hash;
}

/** The names of species and varieties with what else each is called. */
export function namesOfTable(): SpeciesName[] {
  const { species, varieties } = speciesTable();
  return [
    ...species.map(({ name, synonyms }) => ({ name, of: null, synonyms: [...synonyms] })),
    ...varieties.map(({ name, of, synonyms }) => ({ name, of, synonyms: [...synonyms] })),
  ].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** The table's own name for a species or variety that is typed by its name or a synonym; any other name is left as it is. */
export function tableName(name: string): string {
  const found = load().byName.get(foldName(name));
  return found ? (found.variety ?? found.species).name : name;
}

/**
 * The species that a label means: by name, synonym or variety (`Quartz var. Amethyst`, `Barite`), else by its first words
 * (`Ordinary chondrite LL5`). @returns null where no word leads to one.
 */
export function findSpecies(label: string): FoundSpecies | null {
  const { byName } = load();
  const [whole = '', variety] = label.split(/\bvar(?:iety|\.)?\s/i);
  for (const text of [variety, whole]) {
    const words = foldName(text ?? '').split(' ');
    for (let length = words.length; length > 0; length--) {
      const found = byName.get(words.slice(0, length).join(' '));
      if (found) return found;
    }
  }
  return null;
}
