/** An ICC profile of three primaries and one curve, for pictures that name theirs without one. */

type Chromaticity = readonly [x: number, y: number];
/**
 * Chromaticities as CIE 1931 has them; `gamma`: light is the stored value to this power, or follows
 * sRGB's curve.
 */
export type RgbSpace = {
  white: Chromaticity;
  primaries: readonly [red: Chromaticity, green: Chromaticity, blue: Chromaticity];
  gamma: number | 'srgb';
};

type Vector = readonly [number, number, number];
type Matrix = readonly [Vector, Vector, Vector];

/** Profiles are relative to this white. */
const D50: Vector = [0.9642, 1, 0.8249];
const BRADFORD: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];

/** Version 2, which every reader knows. @returns null where the primaries span no space. */
export function rgbProfile({ white, primaries, gamma }: RgbSpace): Buffer | null {
  const colorants = colorantsOf(white, primaries);
  const curve = curveOf(gamma);
  if (!colorants || !curve) return null;
  const description = Buffer.alloc(104);
  description.write('desc', 'latin1');
  description.writeUInt32BE(4, 8);
  description.write('RGB', 12, 'latin1');
  const tags: [name: string, data: Buffer][] = [
    ['desc', description],
    ['cprt', Buffer.from('text\0\0\0\0None\0\0\0\0', 'latin1')],
    ['wtpt', xyz(D50)],
    ...(['rXYZ', 'gXYZ', 'bXYZ'] as const).map((name, column): [string, Buffer] => [
      name,
      xyz(columnOf(colorants, column)),
    ]),
    ...['rTRC', 'gTRC', 'bTRC'].map((name): [string, Buffer] => [name, curve]),
  ];
  const head = Buffer.alloc(128 + 4 + 12 * tags.length);
  head.writeUInt32BE(0x02400000, 8);
  head.write('mntrRGB XYZ ', 12, 'latin1');
  head.write('acsp', 36, 'latin1');
  for (const [at, value] of D50.entries()) head.writeInt32BE(fixed(value), 68 + 4 * at);
  head.writeUInt32BE(tags.length, 128);
  let end = head.length;
  for (const [index, [name, data]] of tags.entries()) {
    head.write(name, 132 + 12 * index, 'latin1');
    head.writeUInt32BE(end, 136 + 12 * index);
    head.writeUInt32BE(data.length, 140 + 12 * index);
    end += data.length;
  }
  head.writeUInt32BE(end, 0);
  return Buffer.concat([head, ...tags.map(([, data]) => data)]);
}

const SRGB_POINTS = 1024;

function curveOf(gamma: RgbSpace['gamma']): Buffer | null {
  const points =
    gamma === 'srgb'
      ? Array.from({ length: SRGB_POINTS }, (_, at) =>
          Math.round(lightOf(at / (SRGB_POINTS - 1)) * 65_535),
        )
      : [Math.round(gamma * 256)];
  if (gamma !== 'srgb' && !(gamma > 0.1 && gamma < 10)) return null;
  const curve = Buffer.alloc(12 + Math.ceil(points.length / 2) * 4);
  curve.write('curv', 'latin1');
  curve.writeUInt32BE(points.length, 8);
  for (const [at, point] of points.entries()) curve.writeUInt16BE(point, 12 + 2 * at);
  return curve;
}

const lightOf = (stored: number) =>
  stored <= 0.04045 ? stored / 12.92 : ((stored + 0.055) / 1.055) ** 2.4;

function colorantsOf(white: RgbSpace['white'], primaries: RgbSpace['primaries']): Matrix | null {
  if ([white, ...primaries].some(([, y]) => !(y > 0))) return null;
  const [red, green, blue] = primaries.map(xyzOf) as unknown as Matrix;
  const columns = transposed([red, green, blue]);
  const inverse = inverted(columns);
  if (!inverse) return null;
  const scale = times(inverse, xyzOf(white));
  const adapted = product(adaptation(xyzOf(white)), scaled(columns, scale));
  return adapted.flat().every((value) => Math.abs(value) < 30_000) ? adapted : null;
}

/** From this white to that of profiles, as eyes adapt. */
function adaptation(white: Vector): Matrix {
  const [from, to] = [times(BRADFORD, white), times(BRADFORD, D50)];
  const ratio = to.map((value, at) => value / (from[at] ?? 1)) as unknown as Vector;
  const back = inverted(BRADFORD) ?? BRADFORD;
  return product(scaled(back, ratio), BRADFORD);
}

const xyzOf = ([x, y]: Chromaticity): Vector => [x / y, 1, (1 - x - y) / y];
const fixed = (value: number) => Math.round(value * 65_536);

function xyz(vector: Vector): Buffer {
  const data = Buffer.alloc(20);
  data.write('XYZ ', 'latin1');
  for (const [at, value] of vector.entries()) data.writeInt32BE(fixed(value), 8 + 4 * at);
  return data;
}

const dot = (one: Vector, other: Vector) =>
  one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
const times = (matrix: Matrix, vector: Vector): Vector => [
  dot(matrix[0], vector),
  dot(matrix[1], vector),
  dot(matrix[2], vector),
];
const columnOf = (matrix: Matrix, at: number): Vector => [
  matrix[0][at] ?? 0,
  matrix[1][at] ?? 0,
  matrix[2][at] ?? 0,
];
const transposed = (matrix: Matrix): Matrix => [
  columnOf(matrix, 0),
  columnOf(matrix, 1),
  columnOf(matrix, 2),
];
const product = (one: Matrix, other: Matrix): Matrix =>
  transposed(transposed(other).map((column) => times(one, column)) as unknown as Matrix);
/** Each column by its own factor. */
const scaled = (matrix: Matrix, by: Vector): Matrix =>
  matrix.map((row) => row.map((value, at) => value * (by[at] ?? 0))) as unknown as Matrix;

const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

function inverted([a, b, c]: Matrix): Matrix | null {
  const rows: Matrix = [cross(b, c), cross(c, a), cross(a, b)];
  const determinant = dot(a, rows[0]);
  if (Math.abs(determinant) < 1e-9) return null;
  return transposed(
    rows.map((row) => row.map((value) => value / determinant)) as unknown as Matrix,
  );
}
