/** Documents and terms fold alike, on every engine. */

import { parseFormula } from '#core/contract/catalogue/formula.ts';
import { fold } from '#core/contract/fold.ts';
import { type SpeciesTable, speciesTable } from '#core/server/catalogue/species/species.service.ts';
import { cut, MAX_TERM_LENGTH } from '#platform/text-search.ts';

/** Longer tokens are cut. */
const MAX_TOKEN_LENGTH = 40;

const unspaced = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}';
const token = new RegExp(`[${unspaced}\\p{S}\\p{P}]|(?:(?![${unspaced}])[\\p{L}\\p{N}])+`, 'gu');
/** Signs separate words; an emoji or a star is a word itself. */
const sign = /^(?!\p{So})[\p{S}\p{P}]$/u;
const apostrophe = /(?<=\p{L})['’ʼ`](?=\p{L})/gu;

/** Words and signs of a text in their order. An apostrophe within a word is dropped. */
export function tokensOf(text: string): string[] {
  return [...fold(text).replace(apostrophe, '').matchAll(token)].map(([found]) =>
    cut(found, MAX_TOKEN_LENGTH),
  );
}

export const isSign = (text: string): boolean => sign.test(text);

/** A formula as one token, without its brackets and dots: `Ca5(PO4)3F` and `CaSO4 · 2H2O` are found however they are typed. */
export const formulaToken = (formula: string): string =>
  cut(fold(formula).replace(/[^\p{L}\p{N}]/gu, ''), MAX_TOKEN_LENGTH);

/** Brackets, or a dot between what has numbers: signs that would take a formula apart. In lower case only what the species table begins with is one. */
const isCompound = (text: string): boolean => {
  const isDotted = /[([]/.test(text) || (/[·.•∙*]/.test(text) && /\d/.test(text));
  // A blank may stand where the dot belongs: `CaSO4 2H2O`.
  const isSpaced = /\d\s+\d/.test(text) && beginsFormula(formulaToken(text));
  return (
    isSpaced || (isDotted && (parseFormula(text) !== null || beginsFormula(formulaToken(text))))
  );
};

let known: { table: SpeciesTable; formulas: string[]; names: ReadonlySet<string> } | null = null;

function knownOfTable() {
  const table = speciesTable();
  if (known?.table !== table) {
    const formulas = table.species.flatMap(({ formula }) => formula ?? []).map(formulaToken);
    const rows = [...table.species, ...table.varieties];
    const names = rows.flatMap(({ name, synonyms, foreignNames }) => [
      name,
      ...synonyms,
      ...foreignNames,
    ]);
    known = { table, formulas, names: new Set(tokensOf(names.join(' '))) };
  }
  return known;
}

/** @param text as of `formulaToken`. */
const beginsFormula = (text: string): boolean =>
  text !== '' && knownOfTable().formulas.some((formula) => formula.startsWith(text));

/** A formula or a number: with another letter or digit it means something else, so that it is never taken for a typing error. */
export const isExact = (token: string): boolean =>
  /\d/.test(token) || knownOfTable().formulas.includes(token);

/** A word of a stone's name, in whatever language: `Opale` is opal, and not `pale` with an error at its beginning. */
export const isOfName = (token: string): boolean => knownOfTable().names.has(token);

/** What joins the names of a label: nobody looks for it. */
const FILLERS = new Set(['after', 'on', 'var', 'variety', 'with']);

/** The words of a search term, each once; a formula is one. Signs and fillers only separate them, unless there is nothing else to search for. */
export function tokensOfTerm(term: string): string[] {
  const short = cut(term, MAX_TERM_LENGTH);
  const parts = isCompound(short) ? [short] : short.split(/\s+/);
  const found = [
    ...new Set(parts.flatMap((part) => (isCompound(part) ? [formulaToken(part)] : tokensOf(part)))),
  ];
  const words = found.filter((text) => !isSign(text));
  const said = words.filter((text) => !FILLERS.has(text));
  return [said, words].find((some) => some.length > 0) ?? found;
}
