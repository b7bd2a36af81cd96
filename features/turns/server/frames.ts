import { MAX_TURN_BYTES } from '#features/turns/contract/turn-limits.ts';
import { encodeFilling, type Pixels } from '#platform/images/images.ts';

export type Grid = { columns: number; rows: number };

/** Tried from the best; then the frames become smaller. */
const QUALITIES = [84, 70, 56];
const SMALLER = 0.8;

/**
 * Encodes a JPEG, as well as the bytes allow.
 * @returns the bytes, and the pixels of one frame.
 */
export async function encodeFrames(
  pixels: Pixels,
  { columns, rows }: Grid,
  maxBytes = MAX_TURN_BYTES,
): Promise<{ bytes: Buffer; width: number; height: number }> {
  for (let scale = 1; ; scale *= SMALLER) {
    const frame = {
      width: Math.max(1, Math.floor((pixels.width / columns) * scale)),
      height: Math.max(1, Math.floor((pixels.height / rows) * scale)),
    };
    const size = { width: frame.width * columns, height: frame.height * rows };
    for (const quality of QUALITIES) {
      const bytes = await encodeFilling(pixels, size, quality);
      if (bytes.length <= maxBytes) return { bytes, ...frame };
      if (bytes.length > 2 * maxBytes) break;
    }
  }
}
