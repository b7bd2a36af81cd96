import { fold } from '#core/contract/fold.ts';
import type { AwaitingPhotos } from './imports.ts';

/** File names cannot have these signs, which people replace; macOS writes a colon for a slash. */
const NOT_IN_NAMES = /[\\/:*?"<>|]/g;
export const photoNameOf = (number: string): string => `${number.replace(NOT_IN_NAMES, '-')}.jpg`;
const namesOf = (number: string): string[] =>
  ['-', '_', ' '].map((sign) => fold(number).replace(NOT_IN_NAMES, sign));

const withoutEnding = (name: string): string => name.replace(/\.[a-z0-9]{1,5}$/, '');
/** Accepts `K-1b`, `K-1_2`, `K-1 (3)`, but not the `2` of `K-12`. */
const isBehindNumber = (rest: string): boolean => rest === '' || /^([a-z]|[ _.(-].*)$/.test(rest);

/**
 * Groups file names by piece: the one whose sheet names the file, else the one whose number it
 * begins with, the longest first. `others` belong to none.
 */
export function matchPhotos(
  names: readonly string[],
  pieces: AwaitingPhotos,
): { byPiece: Map<number, string[]>; others: string[] } {
  const named = new Map(
    pieces.flatMap(({ id, files }) => files.map((file) => [fold(file), id] as const)),
  );
  const numbered = pieces
    .flatMap(({ id, number }) =>
      number ? namesOf(number).map((name) => ({ id, number: name })) : [],
    )
    .toSorted((a, b) => b.number.length - a.number.length);
  const pieceOf = (name: string): number | undefined => {
    const stem = withoutEnding(fold(name).replace(NOT_IN_NAMES, '-'));
    return (
      named.get(fold(name)) ??
      numbered.find(
        ({ number }) => stem.startsWith(number) && isBehindNumber(stem.slice(number.length)),
      )?.id
    );
  };
  const sorted = names.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const groups = Map.groupBy(sorted, (name) => pieceOf(name) ?? null);
  const others = groups.get(null) ?? [];
  const byPiece = new Map(
    [...groups].flatMap(([id, files]) => (id === null ? [] : [[id, files] as const])),
  );
  return { byPiece, others };
}
