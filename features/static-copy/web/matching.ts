/**
 * Every word of the term must be found, exactly, as the beginning of a word, or with one typing
 * error from five letters on.
 */

import { fold } from '#core/contract/fold.ts';
import type { CopiedPiece } from '#features/static-copy/contract/static-copy.ts';

const FUZZY_FROM = 5;
/** Adds to the rank of a match: the beginning of a word, and one with a typing error. */
const [BEGINNING, TYPING_ERROR] = [0.5, 10];

/** The best first, else in their order; all without a word. */
export function foundBy(term: string, pieces: readonly CopiedPiece[]): CopiedPiece[] {
  const words = wordsOf(term);
  const ranked = pieces.map((piece) => ({ piece, rank: 0 }));
  for (const word of words) {
    const ranks = pieces.map((piece) => rankOf(piece, [word]));
    // A typing error counts where nothing else does.
    const isUnknown = word.length >= FUZZY_FROM && ranks.every((rank) => rank === null);
    const meant = isUnknown ? likeWord(word, pieces) : [];
    for (const [index, one] of ranked.entries()) {
      const piece = pieces[index] as CopiedPiece;
      one.rank +=
        (isUnknown ? add(rankOf(piece, meant), TYPING_ERROR) : ranks[index]) ?? Number.NaN;
    }
  }
  return ranked
    .filter(({ rank }) => !Number.isNaN(rank))
    .sort((a, b) => a.rank - b.rank)
    .map(({ piece }) => piece);
}

const wordsOf = (term: string): string[] => [
  ...new Set(
    fold(term)
      .replace(/(?<=\p{L})['’ʼ`](?=\p{L})/gu, '')
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== ''),
  ),
];

const add = (rank: number | null, more: number): number | null =>
  rank === null ? null : rank + more;

/** The best place, from 0, that has one of the words; null: none has. */
function rankOf({ words: places }: CopiedPiece, words: readonly string[]): number | null {
  for (const [place, text] of places.entries()) {
    const padded = ` ${text} `;
    if (words.some((word) => padded.includes(` ${word} `))) return place;
    if (words.some((word) => padded.includes(` ${word}`))) return place + BEGINNING;
  }
  return null;
}

/** Words that differ by one letter: another, one more, one less, or two in turn. */
function likeWord(word: string, pieces: readonly CopiedPiece[]): string[] {
  const known = new Set(pieces.flatMap(({ words }) => words.flatMap((text) => text.split(' '))));
  return [...known].filter((other) => isNearly(word, other));
}

function isNearly(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  if (restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1))
    return true;
  return restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
}
