import { type Plane, slopesOf } from './edges.ts';

/** `x` and `y`: the plane's pixels per pixel of the frame. */
export type Placed = { plane: Plane; x: number; y: number };
export type Pair = { base: Placed; moved: Placed };
/**
 * Maps a point of the frame to the moved picture: `[a -b; b a] · point + (x, y)`, in pixels of the
 * frame, from the middle.
 */
export type Similarity = { a: number; b: number; x: number; y: number };

export const IDENTITY: Similarity = { a: 1, b: 0, x: 0, y: 0 };

/** 0 where the moved plane does not reach. */
export function warped(pair: Pair, map: Similarity): Plane {
  const { width, height } = pair.base.plane;
  const { values: from, width: stride } = pair.moved.plane;
  const values = new Float32Array(width * height);
  const points = roomFor(width);
  for (let row = 0; row < height; row++) {
    const shared = findPoints(pair, map, row, points);
    for (let n = 0; n < shared; n++) {
      const index = points.index[n] as number;
      const right = points.right[n] as number;
      const below = points.below[n] as number;
      const top = (from[index] as number) * (1 - right) + (from[index + 1] as number) * right;
      const bottom =
        (from[index + stride] as number) * (1 - right) +
        (from[index + stride + 1] as number) * right;
      values[row * width + (points.column[n] as number)] = top * (1 - below) + bottom * below;
    }
  }
  return { values, width, height };
}

/**
 * Points of a frame's row that the moved picture has too. Lists of numbers: a call for each of
 * millions of points takes an eighth more time.
 */
type Points = {
  column: Int32Array;
  across: Float64Array;
  index: Int32Array;
  right: Float64Array;
  below: Float64Array;
};

const roomFor = (width: number): Points => ({
  column: new Int32Array(width),
  across: new Float64Array(width),
  index: new Int32Array(width),
  right: new Float64Array(width),
  below: new Float64Array(width),
});

const downOf = ({ base }: Pair, row: number): number =>
  (row + 0.5 - base.plane.height / 2) / base.y;

/** Fills `points`. @returns how many there are. */
function findPoints(pair: Pair, { a, b, x, y }: Similarity, row: number, points: Points): number {
  const { base, moved } = pair;
  const { width } = base.plane;
  const { width: movedWidth, height: movedHeight } = moved.plane;
  const {
    column: columns,
    across: acrosses,
    index: indices,
    right: rights,
    below: belows,
  } = points;
  const down = downOf(pair, row);
  let count = 0;
  for (let column = 0; column < width; column++) {
    const across = (column + 0.5 - width / 2) / base.x;
    const u = (a * across - b * down + x) * moved.x + movedWidth / 2 - 0.5;
    const v = (b * across + a * down + y) * moved.y + movedHeight / 2 - 0.5;
    const left = Math.floor(u);
    const top = Math.floor(v);
    if (left < 0 || top < 0 || left >= movedWidth - 1 || top >= movedHeight - 1) continue;
    columns[count] = column;
    acrosses[count] = across;
    indices[count] = top * movedWidth + left;
    rights[count] = u - left;
    belows[count] = v - top;
    count++;
  }
  return count;
}

export type Freedom = 'shift' | 'all';
/** `correlation` of what both have, from -1 to 1. */
export type Fit = { map: Similarity; correlation: number };

const LEAST_GAIN = 1e-5;

/**
 * Improves the map by the steps of Evangelidis and Psarakis (ECC, 2008) until the correlation is
 * highest.
 */
export function refine(pair: Pair, start: Similarity, freedom: Freedom, maxSteps: number): Fit {
  const samples = withSlopes(pair.moved.plane);
  let best: Fit = { map: start, correlation: Number.NEGATIVE_INFINITY };
  let next: Similarity | null = start;
  for (let step = 0; next && step <= maxSteps; step++) {
    const here = stepFrom(pair, samples, next, freedom);
    const gain = here.correlation - best.correlation;
    if (!(gain > 0)) break;
    best = { map: next, correlation: here.correlation };
    if (gain < LEAST_GAIN) break;
    next = here.next;
  }
  return best;
}

export const correlationOf = (pair: Pair): number => refine(pair, IDENTITY, 'shift', 0).correlation;

function withSlopes(plane: Plane): Float32Array {
  const { x, y } = slopesOf(plane);
  const samples = new Float32Array(plane.values.length * 3);
  for (let at = 0; at < plane.values.length; at++) {
    samples[at * 3] = plane.values[at] as number;
    samples[at * 3 + 1] = x[at] as number;
    samples[at * 3 + 2] = y[at] as number;
  }
  return samples;
}

/** The value between four: `i` and its neighbor to the right, `j` and its own below them. */
const sample = (
  samples: Float32Array,
  i: number,
  j: number,
  p: number,
  q: number,
  s: number,
  t: number,
): number =>
  p * (samples[i] as number) +
  q * (samples[i + 3] as number) +
  s * (samples[j] as number) +
  t * (samples[j + 3] as number);

/** Null where no better map is found. */
function stepFrom(
  pair: Pair,
  samples: Float32Array,
  map: Similarity,
  freedom: Freedom,
): { correlation: number; next: Similarity | null } {
  const still = pair.base.plane.values;
  const stride = pair.moved.plane.width * 3;
  const { x: perAcross, y: perDown } = pair.moved;
  // Shift first: without the rest, only its part of the equations is solved.
  const unknowns = freedom === 'shift' ? 2 : 4;
  const [sums, byStill, byMoved] = [new Float64Array(4), new Float64Array(4), new Float64Array(4)];
  const products = new Float64Array(16);
  const slope = new Float64Array(4);
  let [count, r, w, rr, ww, rw] = [0, 0, 0, 0, 0, 0];
  const { width, height } = pair.base.plane;
  const points = roomFor(width);
  const { column, across, index, right, below } = points;
  for (let row = 0; row < height; row++) {
    const down = downOf(pair, row);
    const shared = findPoints(pair, map, row, points);
    count += shared;
    for (let n = 0; n < shared; n++) {
      // No lists in here: it is done millions of times.
      const i = (index[n] as number) * 3;
      const j = i + stride;
      const u = right[n] as number;
      const v = below[n] as number;
      const p = (1 - u) * (1 - v);
      const q = u * (1 - v);
      const s = (1 - u) * v;
      const t = u * v;
      const one = still[row * width + (column[n] as number)] as number;
      const two = sample(samples, i, j, p, q, s, t);
      const toRight = sample(samples, i + 1, j + 1, p, q, s, t) * perAcross;
      const toBelow = sample(samples, i + 2, j + 2, p, q, s, t) * perDown;
      r += one;
      w += two;
      rr += one * one;
      ww += two * two;
      rw += one * two;
      slope[0] = toRight;
      slope[1] = toBelow;
      if (unknowns === 4) {
        slope[2] = toRight * (across[n] as number) + toBelow * down;
        slope[3] = toBelow * (across[n] as number) - toRight * down;
      }
      for (let k = 0; k < unknowns; k++) {
        const value = slope[k] as number;
        sums[k] = (sums[k] as number) + value;
        byStill[k] = (byStill[k] as number) + value * one;
        byMoved[k] = (byMoved[k] as number) + value * two;
        for (let l = 0; l <= k; l++)
          products[k * 4 + l] = (products[k * 4 + l] as number) + value * (slope[l] as number);
      }
    }
  }
  const [meanStill, meanMoved] = [r / count, w / count];
  const together = rw - count * meanStill * meanMoved;
  const spread = Math.sqrt((rr - count * meanStill ** 2) * (ww - count * meanMoved ** 2));
  if (!(spread > 0)) return { correlation: 0, next: null };
  const correlation = together / spread;

  const indices = Array.from({ length: unknowns }, (_, index) => index);
  const matrix = indices.map((k) =>
    indices.map((l) => products[Math.max(k, l) * 4 + Math.min(k, l)] as number),
  );
  const toStill = indices.map((k) => (byStill[k] as number) - meanStill * (sums[k] as number));
  const toMoved = indices.map((k) => (byMoved[k] as number) - meanMoved * (sums[k] as number));
  const [stillPart, movedPart] = [solve(matrix, toStill), solve(matrix, toMoved)];
  if (!stillPart || !movedPart) return { correlation, next: null };
  const over = ww - count * meanMoved ** 2 - dot(toMoved, movedPart);
  const under = together - dot(toStill, movedPart);
  if (!(under > 0)) return { correlation, next: null };
  const [x = 0, y = 0, a = 0, b = 0] = indices.map(
    (k) => (over / under) * (stillPart[k] as number) - (movedPart[k] as number),
  );
  return { correlation, next: { a: map.a + a, b: map.b + b, x: map.x + x, y: map.y + y } };
}

const dot = (one: readonly number[], other: readonly number[]) =>
  one.reduce((sum, value, index) => sum + value * (other[index] as number), 0);

/** Solves by elimination; null where there is no one solution. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] | null {
  const rows = matrix.map((line, index) => [...line, right[index] as number]);
  const size = rows.length;
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column + 1; row < size; row++) {
      if (Math.abs(rows[row]?.[column] as number) > Math.abs(rows[pivot]?.[column] as number))
        pivot = row;
    }
    [rows[column], rows[pivot]] = [rows[pivot] as number[], rows[column] as number[]];
    const line = rows[column] as number[];
    if (!(Math.abs(line[column] as number) > 1e-9)) return null;
    for (const other of rows) {
      if (other === line) continue;
      const factor = (other[column] as number) / (line[column] as number);
      for (let at = column; at <= size; at++)
        other[at] = (other[at] as number) - factor * (line[at] as number);
    }
  }
  return rows.map((line, index) => (line[size] as number) / (line[index] as number));
}
