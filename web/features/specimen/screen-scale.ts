/** How many pixels of this screen a millimetre takes, kept from one calibration on. */
import { readStored, writeStored } from '#web/lib/storage.ts';

const KEY = 'true-size';

/** What tells screens apart. Browsers count zoom into `devicePixelRatio`: a screen's own pixels stay as large as they are. */
export type Screen = { width: number; height: number; pixelRatio: number };

export const screenNow = (): Screen => ({ width: screen.width, height: screen.height, pixelRatio: devicePixelRatio });

const nameOf = ({ width, height }: Screen) => [width, height].toSorted((a, b) => a - b).join('x');

/** Plain CSS pixels, as good a beginning as any. */
export const USUAL_SCALE = 96 / 25.4;
export const MIN_SCALE = 1.5;
export const MAX_SCALE = 12;

type Kept = Record<string, number>;

function readKept(): Kept {
  try {
    const kept: unknown = JSON.parse(readStored('localStorage', KEY) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Kept) : {};
  } catch {
    return {};
  }
}

/**
 * CSS pixels a millimetre on this screen, or null before the first calibration. `isExact`: calibrated at this very zoom; otherwise
 * taken over from another zoom, which is right where the browser counts zoom into its pixel ratio.
 */
export function readScale(now: Screen): { scale: number; isExact: boolean } | null {
  const kept = readKept();
  const name = nameOf(now);
  const exact = kept[`${name}@${now.pixelRatio}`];
  const other = Object.entries(kept).findLast(([key]) => key.startsWith(`${name}@`))?.[1];
  const own = exact ?? other;
  if (typeof own !== 'number' || !(own > 0)) return null;
  return { scale: own / now.pixelRatio, isExact: exact !== undefined };
}

/** @param scale CSS pixels a millimetre, as they are now. */
export function keepScale(now: Screen, scale: number): void {
  const key = `${nameOf(now)}@${now.pixelRatio}`;
  const { [key]: before, ...others } = readKept();
  writeStored('localStorage', KEY, JSON.stringify({ ...others, [key]: scale * now.pixelRatio }));
}
