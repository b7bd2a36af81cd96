import { fold } from '#core/contract/fold.ts';

/** Longer search terms are cut, in characters. */
export const MAX_TERM_LENGTH = 200;

export const cut = (text: string, length: number): string =>
  text.length <= length ? text : Array.from(text).slice(0, length).join('');

/** Folded text on one line, for a column that `LIKE` searches. */
export const foldLine = (text: string): string => fold(text).replace(/\s+/g, ' ').trim();

/** Split at white space, folded, each once. */
export function termParts(term: string): string[] {
  return [...new Set(foldLine(cut(term, MAX_TERM_LENGTH)).split(' '))].filter(
    (part) => part !== '',
  );
}

/** The escape sign of this `LIKE` pattern is the backslash. */
export const containing = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`;
