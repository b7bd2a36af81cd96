/**
 * Finds labels too blurred for a reader: at a blur of a module or two, a QR code's modules are
 * gone, its three finder squares are not.
 */

/** Brightness from 0 to 255, row by row. */
export type Grey = { data: Uint8Array; width: number; height: number };
export type Square = { x: number; y: number; side: number; angle: number };

/** In one of these smaller copies the modules of a code melt together. */
const SCALES = [4, 8] as const;
/** Paper is brighter in one picture than in another. */
const THRESHOLDS = [70, 105, 140, 175, 210] as const;
/** Pixels of the copy. */
const MIN_SIDE = 9;
/** A sharp code's bright modules eat into its edge. */
const MIN_FILL = 0.65;
const MAX_STRETCH = 1.4;
/** Squares that differ by less than this share of their side are one. */
const SAME = 0.08;
/** Drawn labels score 0.8, whatever their blur, stones 0.2. */
const MIN_SCORE = 0.6;
const WORTH_A_LOOK = 0.25;
const MIN_LEAD = 0.15;

/** Modules of a side. */
const VERSIONS = [21, 25, 29] as const;
const FINDER = 7;
const ZONE = FINDER + 1;

export function findLabelSquare(picture: Grey): Square | null {
  const looked: Square[] = [];
  let best: { square: Square; score: number } | null = null;
  let [small, by] = [picture, 1];
  for (const scale of SCALES) {
    for (; by < scale; by *= 2) small = halved(small);
    for (const threshold of THRESHOLDS) {
      for (const { x, y, side, angle } of darkSquares(small, threshold)) {
        const square = { x: x * scale, y: y * scale, side: side * scale, angle };
        if (looked.some((one) => isSame(one, square))) continue;
        looked.push(square);
        const score = codeScore(picture, square);
        if (score >= (best?.score ?? MIN_SCORE)) best = { square, score };
      }
    }
  }
  return best?.square ?? null;
}

const isSame = (one: Square, other: Square): boolean =>
  Math.hypot(one.x - other.x, one.y - other.y) < SAME * one.side &&
  Math.abs(one.side - other.side) < SAME * one.side;

function halved({ data, width, height }: Grey): Grey {
  const [w, h] = [Math.floor(width / 2), Math.floor(height / 2)];
  const half = new Uint8Array(w * h);
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const at = 2 * y * width + 2 * x;
      half[y * w + x] =
        ((data[at] ?? 0) +
          (data[at + 1] ?? 0) +
          (data[at + width] ?? 0) +
          (data[at + width + 1] ?? 0) +
          2) >>
        2;
    }
  return { data: half, width: w, height: h };
}

function darkSquares({ data, width, height }: Grey, threshold: number): Square[] {
  const seen = new Uint8Array(data.length);
  const squares: Square[] = [];
  for (let start = 0; start < data.length; start++) {
    if (seen[start] || (data[start] ?? 0) > threshold) continue;
    const piece = [start];
    seen[start] = 1;
    let touches = false;
    for (const at of piece) {
      const x = at % width;
      const y = (at - x) / width;
      if (x === 0 || y === 0 || x === width - 1 || y === height - 1) touches = true;
      const visit = (next: number) => {
        if (seen[next] || (data[next] ?? 0) > threshold) return;
        seen[next] = 1;
        piece.push(next);
      };
      if (x > 0) visit(at - 1);
      if (x < width - 1) visit(at + 1);
      if (y > 0) visit(at - width);
      if (y < height - 1) visit(at + width);
    }
    if (touches || piece.length < MIN_SIDE ** 2 * MIN_FILL) continue;
    const square = squareAround(piece, width);
    if (square) squares.push(square);
  }
  return squares;
}

function squareAround(piece: readonly number[], width: number): Square | null {
  // The ends of each row tell the outline; what is between them is filled.
  const rows = new Map<number, [number, number]>();
  for (const at of piece) {
    const x = at % width;
    const y = (at - x) / width;
    const ends = rows.get(y);
    if (!ends) rows.set(y, [x, x]);
    else if (x < ends[0]) ends[0] = x;
    else if (x > ends[1]) ends[1] = x;
  }
  const points = [...rows].flatMap(([y, [from, to]]) => [
    [from, y],
    [from, y + 1],
    [to + 1, y],
    [to + 1, y + 1],
  ]) as [number, number][];
  const filled = [...rows.values()].reduce((sum, [from, to]) => sum + to - from + 1, 0);
  let best: (Square & { area: number; stretch: number }) | null = null;
  for (let degrees = 0; degrees < 90; degrees += 5) {
    const angle = (degrees * Math.PI) / 180;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    let [minU, maxU, minV, maxV] = [
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
    ];
    for (const [x, y] of points) {
      const [u, v] = [x * cos + y * sin, y * cos - x * sin];
      minU = Math.min(minU, u);
      maxU = Math.max(maxU, u);
      minV = Math.min(minV, v);
      maxV = Math.max(maxV, v);
    }
    const [w, h] = [maxU - minU, maxV - minV];
    if (best && best.area <= w * h) continue;
    const [u, v] = [(minU + maxU) / 2, (minV + maxV) / 2];
    best = {
      x: u * cos - v * sin,
      y: u * sin + v * cos,
      side: Math.sqrt(w * h),
      angle,
      area: w * h,
      stretch: Math.max(w, h) / Math.min(w, h),
    };
  }
  if (!best || best.side < MIN_SIDE || best.stretch > MAX_STRETCH || filled < MIN_FILL * best.area)
    return null;
  return best;
}

const SHRINKS = [1, 0.93, 0.86, 0.79] as const;
const TURNS = [0, -3, 3] as const;
/** In modules of the code. */
const BLURS = [0.8, 0.5, 1.15] as const;

/** At most 1. */
function codeScore(picture: Grey, square: Square): number {
  const scoreOf = (version: number, shrink: number, turn: number, blurs: readonly number[]) => {
    const cells = sampled(
      picture,
      { ...square, side: square.side * shrink, angle: square.angle + (turn * Math.PI) / 180 },
      version,
    );
    return Math.max(...blurs.map((blur) => fitted(cells, version, blur)));
  };
  const likely = VERSIONS.filter((version) =>
    SHRINKS.some((shrink) => scoreOf(version, shrink, 0, BLURS.slice(0, 1)) >= WORTH_A_LOOK),
  );
  return Math.max(
    0,
    ...likely.flatMap((version) =>
      SHRINKS.flatMap((shrink) => TURNS.map((turn) => scoreOf(version, shrink, turn, BLURS))),
    ),
  );
}

function sampled(
  { data, width, height }: Grey,
  { x, y, side, angle }: Square,
  version: number,
): Float64Array {
  const cells = new Float64Array(version ** 2);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const step = side / version;
  const reach = Math.max(0, Math.floor(step / 3));
  for (let row = 0; row < version; row++)
    for (let column = 0; column < version; column++) {
      const [u, v] = [(column + 0.5) * step - side / 2, (row + 0.5) * step - side / 2];
      const [cx, cy] = [Math.floor(x + u * cos - v * sin), Math.floor(y + u * sin + v * cos)];
      let [sum, count] = [0, 0];
      for (let dy = -reach; dy <= reach; dy++)
        for (let dx = -reach; dx <= reach; dx++) {
          const [px, py] = [cx + dx, cy + dy];
          if (px < 0 || py < 0 || px >= width || py >= height) continue;
          sum += data[py * width + px] ?? 0;
          count++;
        }
      cells[row * version + column] = count === 0 ? 0 : sum / count;
    }
  return cells;
}

type Fit = { zones: number[][]; template: Float64Array; plain: Float64Array };
const fits = new Map<string, Fit>();

/** 0 is dark. */
function fitOf(version: number, blur: number): Fit {
  const key = `${version} ${blur}`;
  const made = fits.get(key);
  if (made) return made;
  const margin = 4;
  const size = version + 2 * margin;
  const code = new Float64Array(size ** 2).fill(1);
  const plain = new Float64Array(size ** 2).fill(1);
  for (let row = 0; row < version; row++)
    for (let column = 0; column < version; column++) {
      const at = (row + margin) * size + column + margin;
      plain[at] = 0.5;
      code[at] = moduleOf(row, column, version);
    }
  const cut = (blurred: Float64Array) =>
    Float64Array.from(
      { length: version ** 2 },
      (_, at) => blurred[(Math.floor(at / version) + margin) * size + (at % version) + margin] ?? 0,
    );
  const far = version - ZONE;
  const zone = (top: number, left: number) =>
    Array.from(
      { length: ZONE ** 2 },
      (_, at) => (top + Math.floor(at / ZONE)) * version + left + (at % ZONE),
    );
  const fit = {
    zones: [zone(0, 0), zone(0, far), zone(far, far), zone(far, 0)],
    template: cut(blurredBy(code, size, blur)),
    plain: cut(blurredBy(plain, size, blur)),
  };
  fits.set(key, fit);
  return fit;
}

/**
 * 1 is bright, 0 dark, and between them the data, of which half is dark. All four corners have
 * finder squares: one of them is left out of the fit.
 */
function moduleOf(row: number, column: number, version: number): number {
  const [y, x] = [Math.min(row, version - 1 - row), Math.min(column, version - 1 - column)];
  if (y >= ZONE || x >= ZONE) return 0.5;
  if (y === FINDER || x === FINDER) return 1;
  const ring = Math.max(Math.abs(y - 3), Math.abs(x - 3));
  return ring === 2 ? 1 : 0;
}

function blurredBy(cells: Float64Array, size: number, sigma: number): Float64Array {
  const reach = Math.ceil(sigma * 3);
  const kernel = Array.from({ length: 2 * reach + 1 }, (_, at) =>
    Math.exp(-((at - reach) ** 2) / (2 * sigma ** 2)),
  );
  const total = kernel.reduce((sum, one) => sum + one, 0);
  const along = (from: Float64Array, stepX: number, stepY: number) =>
    from.map((_, at) => {
      const [x, y] = [at % size, Math.floor(at / size)];
      let sum = 0;
      for (let by = -reach; by <= reach; by++) {
        const [px, py] = [
          Math.min(size - 1, Math.max(0, x + by * stepX)),
          Math.min(size - 1, Math.max(0, y + by * stepY)),
        ];
        sum += (kernel[by + reach] ?? 0) * (from[py * size + px] ?? 0);
      }
      return sum / total;
    });
  return along(along(cells, 1, 0), 0, 1);
}

/** The worst of three corners counts. A chessboard's fourth has a finder square too. */
function fitted(cells: Float64Array, version: number, blur: number): number {
  const { zones, template, plain } = fitOf(version, blur);
  const scores = zones
    .map((zone) => correlation(zone, cells, template, plain))
    .toSorted((a, b) => b - a);
  const [, , third = -1, fourth = -1] = scores;
  return third - fourth < MIN_LEAD ? -1 : third;
}

function correlation(
  zone: readonly number[],
  cells: Float64Array,
  template: Float64Array,
  plain: Float64Array,
): number {
  const of = (values: Float64Array) => {
    const own = zone.map((at) => values[at] ?? 0);
    const mean = own.reduce((sum, one) => sum + one, 0) / own.length;
    return own.map((one) => one - mean);
  };
  const dot = (one: readonly number[], other: readonly number[]) =>
    one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
  const base = of(plain);
  const rest = (values: number[]) => {
    const share = dot(values, base) / (dot(base, base) || 1);
    return values.map((value, at) => value - share * (base[at] ?? 0));
  };
  const [seen, wanted] = [rest(of(cells)), rest(of(template))];
  const energy = dot(seen, seen);
  // Less than the grain of a camera says nothing.
  if (energy < zone.length * MIN_CONTRAST ** 2) return -1;
  return dot(seen, wanted) / Math.sqrt(energy * dot(wanted, wanted));
}
const MIN_CONTRAST = 3;
