import type { SpeciesName } from '#core/contract/catalogue/species-names.ts';
import { fold } from '#core/contract/fold.ts';
import { likeness, MIN_LIKENESS } from '#ui/lib/likeness.ts';

/** `value` replaces the field's text, `label` is what it was found by. */
type FactSuggestion = { value: string; label: string };

const MAX_SHOWN = 12;
/** Fewer letters begin too many names. */
const MIN_LETTERS = 2;

/** Names come before synonyms. */
export function suggestSpecies(text: string, names: readonly SpeciesName[]): FactSuggestion[] {
  const [before, term] = lastPart(text);
  if (term.length < MIN_LETTERS) return [];
  const found = names.flatMap(({ name, synonyms }) => {
    const label = [name, ...synonyms].find((known) => known.toLowerCase().startsWith(term));
    return label === undefined
      ? []
      : [{ value: `${before}${name}`, label: label === name ? name : `${label}: ${name}` }];
  });
  return found.slice(0, MAX_SHOWN);
}

const MAX_NEAREST = 3;
/** A further name needs this share of the best likeness. */
const MIN_OF_BEST = 0.8;

/** Spares the last name while it can still become one. */
export function unknownSpecies(
  text: string,
  names: readonly SpeciesName[],
  isTyping: boolean,
): { name: string; nearest: string[] }[] {
  const known = names.flatMap((row) =>
    [row.name, ...row.synonyms].map((one) => ({ folded: fold(one), name: row.name })),
  );
  if (known.length === 0) return [];
  const isKnown = (part: string) =>
    known.some(({ folded }) => part === folded || part.startsWith(`${folded} `));
  const parts = text.split(',').map((part) => part.trim());
  return parts.flatMap((name, place) => {
    const part = fold(name);
    const isBeingTyped =
      isTyping && place === parts.length - 1 && known.some(({ folded }) => folded.startsWith(part));
    if (part === '' || isBeingTyped || isKnown(part)) return [];
    const near = known
      .map((one) => ({ name: one.name, likeness: likeness(part, one.folded) }))
      .sort((a, b) => b.likeness - a.likeness);
    const least = Math.max(MIN_LIKENESS, MIN_OF_BEST * (near[0]?.likeness ?? 0));
    const nearest = new Set(near.filter((one) => one.likeness >= least).map((one) => one.name));
    return [{ name, nearest: [...nearest].slice(0, MAX_NEAREST) }];
  });
}

/** Suggests branches too: `Arizona, USA`. */
export function suggestLocalities(text: string, localities: readonly string[][]): FactSuggestion[] {
  const term = text.trim().toLowerCase();
  if (term.length < MIN_LETTERS) return [];
  const places = new Set(
    localities.flatMap((levels) => levels.map((_, index) => levels.slice(index).join(', '))),
  );
  const starts = [...places].filter((place) => place.toLowerCase().startsWith(term));
  const contains = [...places].filter((place) => place.toLowerCase().includes(`, ${term}`));
  return [...new Set([...starts, ...contains])]
    .slice(0, MAX_SHOWN)
    .map((place) => ({ value: place, label: place }));
}

/** `Wulfenite, mim` is `['Wulfenite, ', 'mim']`. */
function lastPart(text: string): [before: string, term: string] {
  const end = text.lastIndexOf(',') + 1;
  const term = text.slice(end).trim().toLowerCase();
  return [end === 0 ? '' : `${text.slice(0, end).trim()} `, term];
}
