/** Text as searching sees it: without case, marks and compatibility forms, so that "Apatit, Ehrenfriedersdorf" is found however it is typed. */

/** The longest search term that is looked at, in characters. */
const MAX_TERM_LENGTH = 200;

export function normalise(text: string): string {
  return text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '').replaceAll('ß', 'ss').replace(/\s+/g, ' ').trim();
}

/** The words of a search term, each once; every other character than white space is part of a word. */
export function searchWords(term: string): string[] {
  const cut = Array.from(term).slice(0, MAX_TERM_LENGTH).join('');
  return [...new Set(normalise(cut).split(' '))].filter((word) => word !== '');
}

/** The pattern of LIKE for text that contains the word; its escape sign is the backslash. */
export const containing = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;
