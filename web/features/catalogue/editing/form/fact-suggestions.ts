/** What the form suggests while facts are typed. */
import type { SpeciesName } from '#contract/catalogue/species-names.ts';
import { fold } from '#contract/fold.ts';
import { likeness, MIN_LIKENESS } from '#web/lib/likeness.ts';

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

const MAX_NEAREST = 3;
/** Which share of the best likeness a further name must have. */
const MIN_OF_BEST = 0.8;

/**
 * The names, of several separated by commas, that do not begin with one of the table's, and the table's names that are nearest to each. While they
 * are typed, the last is left out as long as it can still become one.
 */
export function unknownSpecies(text: string, names: readonly SpeciesName[], isTyping: boolean): { name: string; nearest: string[] }[] {
  const known = names.flatMap((row) => [row.name, ...row.synonyms].map((one) => ({ folded: fold(one), name: row.name })));
  if (known.length === 0) return [];
  const isKnown = (part: string) => known.some(({ folded }) => part === folded || part.startsWith(`${folded} `));
  const parts = text.split(',').map((part) => part.trim());
  return parts.flatMap((name, place) => {
    const part = fold(name);
    const isBeingTyped = isTyping && place === parts.length - 1 && known.some(({ folded }) => folded.startsWith(part));
    if (part === '' || isBeingTyped || isKnown(part)) return [];
    const near = known.map((one) => ({ name: one.name, likeness: likeness(part, one.folded) })).sort((a, b) => b.likeness - a.likeness);
    const least = Math.max(MIN_LIKENESS, MIN_OF_BEST * (near[0]?.likeness ?? 0));
    const nearest = new Set(near.filter((one) => one.likeness >= least).map((one) => one.name));
    return [{ name, nearest: [...nearest].slice(0, MAX_NEAREST) }];
  });
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
