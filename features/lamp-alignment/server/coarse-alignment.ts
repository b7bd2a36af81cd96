import type { Plane } from './edges.ts';
import { type Spectrum, type Square, shiftBetween, spectrumOf } from './fourier.ts';
import { IDENTITY, type Pair, type Similarity, warped } from './similarity.ts';

/** The most that a picture may be moved: as a share of the frame, in degrees, as a factor. */
export const LIMITS = { shift: 0.2, angle: 10, scale: 1.2 };

/** Side of the transformed squares in pixels: the longest that a plane may have. */
export const SIDE = 256;
/** Shares of the highest frequency: below is the light, above is noise. */
const BAND = { from: 0.03, to: 0.6 };
/** Fades this part of the length out at each end: a plane's border is no edge. */
const FADED = 1 / 6;

export function guesses(pair: Pair): { shifted: Similarity; turned: Similarity } {
  const base = spectrumOf(squareOf(pair.base.plane));
  const moved = spectrumOf(squareOf(pair.moved.plane));
  return {
    shifted: withShift(pair, base, IDENTITY),
    turned: withShift(pair, base, turnBetween(base, moved)),
  };
}

function withShift(pair: Pair, base: Spectrum, turn: Similarity): Similarity {
  const { width, height } = pair.base.plane;
  const maxShift = { x: Math.round(width * LIMITS.shift), y: Math.round(height * LIMITS.shift) };
  const { x, y } = shiftBetween(base, spectrumOf(squareOf(warped(pair, turn))), maxShift);
  return { ...turn, x: -(turn.a * x - turn.b * y), y: -(turn.b * x + turn.a * y) };
}

function turnBetween(base: Spectrum, moved: Spectrum): Similarity {
  const perDegree = SIDE / 180;
  const perFactor = SIDE / Math.log(BAND.to / BAND.from);
  const maxShift = {
    x: Math.ceil(LIMITS.angle * perDegree),
    y: Math.ceil(Math.log(LIMITS.scale) * perFactor),
  };
  const { x, y } = shiftBetween(spectrumOf(logPolar(base)), spectrumOf(logPolar(moved)), maxShift);
  const angle = (-x / perDegree) * (Math.PI / 180);
  const scale = Math.exp(y / perFactor);
  return { a: scale * Math.cos(angle), b: scale * Math.sin(angle), x: 0, y: 0 };
}

function squareOf({ values, width, height }: Plane): Square {
  const side = SIDE;
  const square = new Float64Array(side * side);
  let sum = 0;
  let weights = 0;
  const [across, down] = [fade(width), fade(height)];
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const weight = (across[column] as number) * (down[row] as number);
      sum += weight * (values[row * width + column] as number);
      weights += weight;
    }
  }
  const mean = sum / weights;
  const [left, top] = [(side - width) >> 1, (side - height) >> 1];
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      if (row + top < 0 || row + top >= side || column + left < 0 || column + left >= side)
        continue;
      const weight = (across[column] as number) * (down[row] as number);
      square[(row + top) * side + column + left] =
        weight * ((values[row * width + column] as number) - mean);
    }
  }
  return { values: square, side };
}

const fade = (length: number): number[] =>
  Array.from({ length }, (_, index) => {
    const part = Math.min(1, (Math.min(index, length - 1 - index) + 0.5) / (length * FADED));
    return 0.5 - 0.5 * Math.cos(Math.PI * part);
  });

/** Angle to the right, logarithm of the frequency down: a turn and a scale become a shift. */
function logPolar({ re, im, side }: Spectrum): Square {
  const strength = (u: number, v: number) => {
    const at = ((v + side) % side) * side + ((u + side) % side);
    return Math.log1p(Math.hypot(re[at] as number, im[at] as number));
  };
  const values = new Float64Array(SIDE * SIDE);
  for (let row = 0; row < SIDE; row++) {
    const frequency = BAND.from * (BAND.to / BAND.from) ** (row / SIDE) * (side / 2);
    const line = Array.from({ length: SIDE }, (_, column) => {
      const angle = (column / SIDE) * Math.PI;
      const [u, v] = [frequency * Math.cos(angle), frequency * Math.sin(angle)];
      const [left, top] = [Math.floor(u), Math.floor(v)];
      const [right, below] = [u - left, v - top];
      return (
        (1 - below) * ((1 - right) * strength(left, top) + right * strength(left + 1, top)) +
        below * ((1 - right) * strength(left, top + 1) + right * strength(left + 1, top + 1))
      );
    });
    // Without what is equal in all directions, which is the blur and the noise.
    const mean = line.reduce((sum, value) => sum + value, 0) / line.length;
    const weight = Math.sin((Math.PI * (row + 0.5)) / SIDE);
    for (const [column, value] of line.entries())
      values[row * SIDE + column] = weight * (value - mean);
  }
  return { values, side: SIDE };
}
