/** What the form suggests while facts are typed. */
import type { SpeciesName } from '#contract/catalogue/species-names.ts';

/** An entry of a datalist: `value` replaces the field's text, `label` is what it was found by. */
export type FactSuggestion = { value: string; label: string };

const MAX_SHOWN = 12;
/** Fewer letters begin too many names. */
const MIN_LETTERS = 2;

/** Completes the last of several names separated by commas, by name or synonym; names that begin with it come first. */
export function suggestSpecies(text: string, names: readonly SpeciesName[]): FactSuggestion[] {
  const [before, term] = lastPart(text);
  if (term.length < MIN_LETTERS) return [];
  const found = names.flatMap(({ name, synonyms }) => {
    const label = [name, ...synonyms].find((known) => known.toLowerCase().startsWith(term));
    return label === undefined ? [] : [{ value: `${before}${name}`, label: label === name ? name : `${label}: ${name}` }];
  });
  return found.slice(0, MAX_SHOWN);
}

/** Whole localities of the shop that contain what is typed, and from where they branch off the levels beneath: `Arizona, USA` too. */
export function suggestLocalities(text: string, localities: readonly string[][]): FactSuggestion[] {
  const term = text.trim().toLowerCase();
  if (term.length < MIN_LETTERS) return [];
  const places = new Set(localities.flatMap((levels) => levels.map((_, index) => levels.slice(index).join(', '))));
  const starts = [...places].filter((place) => place.toLowerCase().startsWith(term));
  const contains = [...places].filter((place) => place.toLowerCase().includes(`, ${term}`));
  return [...new Set([...starts, ...contains])].slice(0, MAX_SHOWN).map((place) => ({ value: place, label: place }));
}

/** `Wulfenite, mim` → `['Wulfenite, ', 'mim']`. */
function lastPart(text: string): [before: string, term: string] {
  const end = text.lastIndexOf(',') + 1;
  const term = text.slice(end).trim().toLowerCase();
  return [end === 0 ? '' : `${text.slice(0, end).trim()} `, term];
}
