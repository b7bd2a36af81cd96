/** The pictures of one piece in several lights, which lie over each other. */
import type { Light } from './media.ts';

const lamps = ['long-wave-uv', 'short-wave-uv'] as const satisfies Light[];

/**
 * The picture in daylight, and the first one under each ultraviolet lamp; null where there are no two.
 * @param main a main picture without a light counts as taken in daylight.
 */
export function lightsOf<P extends { light: Light | null }>(pictures: readonly P[], main: unknown): [P, P, ...P[]] | null {
  const daylight = pictures.find(({ light }) => light === 'daylight') ?? pictures.find((picture) => picture === main && !picture.light);
  const [first, ...others] = lamps.flatMap((lamp) => pictures.find(({ light }) => light === lamp) ?? []);
  return daylight && first ? [daylight, first, ...others] : null;
}

type Size = { width: number; height: number };

/** Beyond this difference of aspect ratios, filling the frame would crop the piece. */
const NEAR = 1.3;

/** How a picture fits the frame of another: it covers it if their aspect ratios are nearly equal, else it is shown whole. */
export function fitIn(frame: Size, picture: Size): 'cover' | 'contain' {
  const difference = frame.width / frame.height / (picture.width / picture.height);
  return Math.max(difference, 1 / difference) <= NEAR ? 'cover' : 'contain';
}
