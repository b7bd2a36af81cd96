import { fold } from '#core/contract/fold.ts';
import { readLabelCode } from '#features/paper/contract/label-code.ts';
import type { ShowPiece } from '#features/show/contract/show.ts';

/** Numbers that begin so come first, then titles with all words; no text finds all. */
export function findPieces(pieces: readonly ShowPiece[], typed: string): ShowPiece[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...pieces];
  const number = words.join(' ');
  const isNumbered = (piece: ShowPiece) =>
    fold(piece.catalogueNumber).startsWith(number) || String(piece.id) === number.replace(/^#/, '');
  const isTitled = (piece: ShowPiece) => {
    const title = fold(`${piece.title} ${piece.catalogueNumber}`);
    return words.every((word) => title.includes(word));
  };
  const numbered = pieces.filter(isNumbered);
  return [...numbered, ...pieces.filter((piece) => !numbered.includes(piece) && isTitled(piece))];
}

export type Scanned =
  | { kind: 'piece'; id: number }
  | { kind: 'number'; catalogueNumber: string }
  | { kind: 'unknown'; id: number }
  | { kind: 'foreign' };

export function scanned(
  text: string,
  pieces: readonly ShowPiece[],
  shopUrls: readonly string[],
): Scanned {
  const code = readLabelCode(text, shopUrls);
  if (code === null) return { kind: 'foreign' };
  if ('specimenId' in code) {
    const id = code.specimenId;
    return { kind: pieces.some((piece) => piece.id === id) ? 'piece' : 'unknown', id };
  }
  const piece = pieces.find(
    ({ catalogueNumber }) => fold(catalogueNumber) === fold(code.catalogueNumber),
  );
  return piece ? { kind: 'piece', id: piece.id } : { kind: 'number', ...code };
}
