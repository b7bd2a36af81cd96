/** Text as searches compare it: folded, and terms of a bounded length. */
import { fold } from '#contract/fold.ts';

/** Longer search terms are cut, in characters. */
export const MAX_TERM_LENGTH = 200;

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
