/** One typing error: a letter too many, too few, another one, or two that changed places. */

/** Shorter words are taken as they are typed. */
export const MIN_FUZZY_LENGTH = 5;
const KEY = 4;

/**
 * Keys under which a word is found though it is mistyped: its first four letters, and its first five without one of them. Any word of five
 * letters or more and any word that it begins with but for one error have a key in common.
 */
export function deletionKeysOf(word: string): string[] {
  const letters = Array.from(word.length > 2 * (KEY + 1) ? word.slice(0, 2 * (KEY + 1)) : word).slice(0, KEY + 1);
  if (letters.length < KEY) return [];
  const shortened = letters.length > KEY ? letters.map((_, at) => letters.toSpliced(at, 1).join('')) : [];
  return [...new Set([letters.slice(0, KEY).join(''), ...shortened])];
}

/** How a typed word fits one that exists: it is that word with one error, its beginning with one error, or neither. */
export function typingErrors(typed: string, existing: string): 'word' | 'beginning' | null {
  const a = Array.from(typed);
  const b = Array.from(existing);
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const ways: [skipTyped: number, skipExisting: number][] = [
    [at + 1, at],
    [at, at + 1],
    [at + 1, at + 1],
  ];
  if (a[at] === b[at + 1] && a[at + 1] === b[at]) ways.push([at + 2, at + 2]);
  let best: 'beginning' | null = null;
  for (const [i, j] of ways) {
    if (!fits(a, i, b, j)) continue;
    if (a.length - i === b.length - j) return 'word';
    best = 'beginning';
  }
  return best;
}

/** Whether the rest of what was typed is the beginning of the rest of what exists. */
function fits(a: string[], i: number, b: string[], j: number): boolean {
  if (i > a.length || j > b.length || a.length - i > b.length - j) return false;
  for (let step = 0; i + step < a.length; step++) if (a[i + step] !== b[j + step]) return false;
  return true;
}
