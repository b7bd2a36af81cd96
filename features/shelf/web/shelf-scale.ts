/**
 * In pixels at the usual size of type: what a thing takes at least, for its words, and what is
 * between two drawings.
 */
export const MIN_PIECE = 152;
export const MIN_MEASURE = 96;
const GAP = 24;

/** `width` in millimeters, `min` in pixels. */
export type Thing = { width: number; min: number };

/** A shelf of at least this width in pixels is laid out as if it were no wider, in so many rows. */
export const LAYOUTS = [
  { name: '--narrow', width: 320, inRow: 2 },
  { name: '--middle', width: 560, inRow: 3 },
  { name: '--wide', width: 960, inRow: 7 },
  { name: '--full', width: 1200, inRow: 8 },
] as const;

/** `scale` is in pixels a millimeter. */
export function rowsAt(scale: number, things: readonly Thing[], room: number): number {
  let [rows, left] = [0, 0];
  for (const { width, min } of things) {
    const needed = Math.max(width * scale + GAP, min);
    if (rows === 0 || needed > left) [rows, left] = [rows + 1, room];
    left -= needed;
  }
  return rows;
}

/**
 * The largest scale, in pixels a millimeter, at which the widest thing fits and all stand in as few
 * rows.
 */
export function scaleFor(things: readonly Thing[], room: number, inRow: number): number {
  const most = (room - GAP) / Math.max(...things.map(({ width }) => width));
  const rows = Math.max(Math.ceil(things.length / inRow), rowsAt(0, things, room));
  let [fits, tooLarge] = [0, most];
  if (rowsAt(most, things, room) <= rows) return most;
  for (let round = 0; round < 30; round++) {
    const middle = (fits + tooLarge) / 2;
    if (rowsAt(middle, things, room) <= rows) fits = middle;
    else tooLarge = middle;
  }
  return fits;
}

/** Millimeters of paper that every printer has. */
const PAPER = { width: 170, height: 200 };
const REDUCTIONS = [1, 2, 3, 4, 5, 10, 20, 50, 100, 200, 500, 1000];

/** Reduces print so the largest piece fits on paper: 1 is actual size. */
export const printReduction = (extents: readonly { width: number; height: number }[]): number =>
  REDUCTIONS.find((by) =>
    extents.every(({ width, height }) => width / by <= PAPER.width && height / by <= PAPER.height),
  ) ?? 1000;
