/** One letter too many, too few or wrong, or two neighbors exchanged. */

/** Shorter tokens must be typed correctly. */
export const MIN_FUZZY_LENGTH = 5;
const KEY_LENGTH = 4;

/**
 * Two tokens of five or more letters share a key whenever one is, or begins, the other but for one
 * error.
 */
export function deletionKeysOf(token: string): string[] {
  // Cut before splitting: only the first letters count, and a letter takes two code units at most.
  const letters = Array.from(token.slice(0, 2 * (KEY_LENGTH + 1))).slice(0, KEY_LENGTH + 1);
  if (letters.length < KEY_LENGTH) return [];
  const shortened =
    letters.length > KEY_LENGTH ? letters.map((_, at) => letters.toSpliced(at, 1).join('')) : [];
  return [...new Set([letters.slice(0, KEY_LENGTH).join(''), ...shortened])];
}

export function fuzzyMatch(typed: string, existing: string): 'token' | 'prefix' | null {
  const a = Array.from(typed);
  const b = Array.from(existing);
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const resumptions: [inTyped: number, inExisting: number][] = [
    [at + 1, at],
    [at, at + 1],
    [at + 1, at + 1],
  ];
  if (a[at] === b[at + 1] && a[at + 1] === b[at]) resumptions.push([at + 2, at + 2]);
  let best: 'prefix' | null = null;
  for (const [i, j] of resumptions) {
    if (!isPrefix(a, i, b, j)) continue;
    if (a.length - i === b.length - j) return 'token';
    best = 'prefix';
  }
  return best;
}

function isPrefix(a: string[], i: number, b: string[], j: number): boolean {
  if (i > a.length || j > b.length || a.length - i > b.length - j) return false;
  for (let step = 0; i + step < a.length; step++) if (a[i + step] !== b[j + step]) return false;
  return true;
}
