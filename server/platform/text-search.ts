/** Text as searches compare it: folded, so that "Røros" and "Améthyste" are found however they are typed. */

/** Longer search terms are cut, in characters. */
export const MAX_TERM_LENGTH = 200;

/** Letters that no Unicode decomposition takes apart, as they are typed on a plain keyboard. */
const plainLetters: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ŧ: 't', ŋ: 'n', ı: 'i', ĸ: 'k' },
  ς: 'σ',
};
const special = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g');

/** Without case, marks, ligatures and other forms of the same letter. */
export function fold(text: string): string {
  // Once more after lower-casing: a few capitals decompose only then.
  const bare = text.toWellFormed().normalize('NFKD').toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
  return bare.replace(special, (letter) => plainLetters[letter] ?? letter);
}

/** The first characters of a text, never half of one. */
export const cut = (text: string, length: number): string => (text.length <= length ? text : Array.from(text).slice(0, length).join(''));

/** Folded text on one line, for a column that `LIKE` searches. */
export const foldLine = (text: string): string => fold(text).replace(/\s+/g, ' ').trim();

/** The parts of a search term between white space, folded, each once. */
export function termParts(term: string): string[] {
  return [...new Set(foldLine(cut(term, MAX_TERM_LENGTH)).split(' '))].filter((part) => part !== '');
}

/** The pattern of `LIKE` for text that contains the part; its escape sign is the backslash. */
export const containing = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`;
