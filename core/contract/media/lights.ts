import type { Light } from './media.ts';

const lamps = ['long-wave-uv', 'short-wave-uv'] as const satisfies Light[];

/**
 * Returns daylight's picture and each lamp's first; null where there are no two. @param main
 * without a light it counts as daylight.
 */
export function lightsOf<P extends { light: Light | null }>(
  pictures: readonly P[],
  main: unknown,
): [P, P, ...P[]] | null {
  const daylight =
    pictures.find(({ light }) => light === 'daylight') ??
    pictures.find((picture) => picture === main && !picture.light);
  const [first, ...others] = lamps.flatMap(
    (lamp) => pictures.find(({ light }) => light === lamp) ?? [],
  );
  return daylight && first ? [daylight, first, ...others] : null;
}

type Size = { width: number; height: number };

/** Beyond this difference of aspect ratios, filling the frame would crop the piece. */
const NEAR = 1.3;

/** Covers the frame if aspect ratios are nearly equal. */
export function fitIn(frame: Size, picture: Size): 'cover' | 'contain' {
  const difference = frame.width / frame.height / (picture.width / picture.height);
  return Math.max(difference, 1 / difference) <= NEAR ? 'cover' : 'contain';
}
