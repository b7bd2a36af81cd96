/** The outline of a piece, in millimetres and in pixels. */
export type Box = { width: number; height: number };

export const QUARTER = 24.26;
export const BANK_CARD: Box = { width: 85.6, height: 53.98 };
/** Gap between the piece and the coin, in pixels. */
export const GAP = 40;

/**
 * The face that a picture shows: the larger of the first two dimensions lies along the picture's longer side. A single dimension makes
 * a square.
 */
export function faceOf(millimetres: readonly number[], picture: Box): Box {
  const [first = 0, second = first] = millimetres;
  const [shorter, longer] = first < second ? [first, second] : [second, first];
  if (picture.width === picture.height) return { width: first, height: second };
  return picture.width > picture.height ? { width: longer, height: shorter } : { width: shorter, height: longer };
}

const REDUCTIONS = [1, 2, 3, 4, 5, 10, 20, 50, 100, 200, 500, 1000] as const;

export type Drawing = { reduction: number; isStacked: boolean };

/**
 * Lays out the piece with the coin beside or beneath it, at true size or at the first simple fraction that fits.
 * @param scale pixels a millimetre. @param room pixels.
 */
export function drawingIn(room: Box, face: Box, scale: number): Drawing {
  const coin = QUARTER * scale;
  const [width, height] = [face.width * scale, face.height * scale];
  for (const reduction of REDUCTIONS) {
    if ((width + coin) / reduction + GAP <= room.width && Math.max(height, coin) / reduction <= room.height)
      return { reduction, isStacked: false };
    if (Math.max(width, coin) / reduction <= room.width && (height + coin) / reduction + GAP <= room.height)
      return { reduction, isStacked: true };
  }
  return { reduction: REDUCTIONS.at(-1) ?? 1, isStacked: false };
}
