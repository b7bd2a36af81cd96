import { type Box, QUARTER } from '#core/contract/catalogue/true-size.ts';

export const BANK_CARD: Box = { width: 85.6, height: 53.98 };
/** Between piece and coin, in pixels. */
export const GAP = 40;

const REDUCTIONS = [1, 2, 3, 4, 5, 10, 20, 50, 100, 200, 500, 1000] as const;

type Drawing = { reduction: number; isStacked: boolean };

/**
 * Draws at actual size, or at the first simple fraction that fits. @param scale pixels a
 * millimeter. @param room pixels.
 */
export function drawingIn(room: Box, face: Box, scale: number): Drawing {
  const coin = QUARTER * scale;
  const [width, height] = [face.width * scale, face.height * scale];
  for (const reduction of REDUCTIONS) {
    if (
      (width + coin) / reduction + GAP <= room.width &&
      Math.max(height, coin) / reduction <= room.height
    )
      return { reduction, isStacked: false };
    if (
      Math.max(width, coin) / reduction <= room.width &&
      (height + coin) / reduction + GAP <= room.height
    )
      return { reduction, isStacked: true };
  }
  return { reduction: REDUCTIONS.at(-1) ?? 1, isStacked: false };
}
