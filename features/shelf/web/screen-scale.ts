import { readStored, writeStored } from '#ui/lib/storage.ts';

const KEY = 'true-size';

export const ZOOMED = 'You’ve zoomed since calibrating. Hold a quarter to the screen to check.';

/** Browsers multiply `devicePixelRatio` by the zoom; a physical pixel keeps its size. */
export type Screen = { width: number; height: number; pixelRatio: number };

export const screenNow = (): Screen => ({
  width: screen.width,
  height: screen.height,
  pixelRatio: devicePixelRatio,
});

const nameOf = ({ width, height }: Screen) => [width, height].toSorted((a, b) => a - b).join('x');

/** CSS pixels a millimeter by CSS's definition: where calibration begins. */
export const USUAL_SCALE = 96 / 25.4;
export const MIN_SCALE = 1.5;
export const MAX_SCALE = 12;

type Stored = Record<string, number>;

function readScales(): Stored {
  try {
    const stored: unknown = JSON.parse(readStored('localStorage', KEY) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Stored) : {};
  } catch {
    return {};
  }
}

/**
 * CSS pixels a millimeter; null before calibration. `isExact`: at this zoom; else derived, which is
 * right if the browser includes zoom in its pixel ratio.
 */
export function readScale(now: Screen): { scale: number; isExact: boolean } | null {
  const scales = readScales();
  const name = nameOf(now);
  const exact = scales[`${name}@${now.pixelRatio}`];
  const other = Object.entries(scales).findLast(([key]) => key.startsWith(`${name}@`))?.[1];
  const own = exact ?? other;
  if (typeof own !== 'number' || !(own > 0)) return null;
  return { scale: own / now.pixelRatio, isExact: exact !== undefined };
}

/** @param scale CSS pixels a millimeter. */
export function storeScale(now: Screen, scale: number): void {
  const key = `${nameOf(now)}@${now.pixelRatio}`;
  const { [key]: before, ...others } = readScales();
  writeStored('localStorage', KEY, JSON.stringify({ ...others, [key]: scale * now.pixelRatio }));
}
