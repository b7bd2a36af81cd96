/** The scale of a shelf at which its things fit side by side. */

/** What a thing takes at least, for the words beneath it, and what is between two drawings, in pixels at the usual size of type. */
export const MIN_PIECE = 152;
export const MIN_MEASURE = 96;
const GAP = 24;

/** A thing on the shelf: how wide it is, in millimetres, and what room it takes at least, in pixels. */
export type Thing = { width: number; min: number };

/** Widths of a shelf, in pixels, from which it is laid out as if it were no wider, and in how many rows things stand there. */
export const LAYOUTS = [
  { name: '--narrow', width: 320, inRow: 2 },
  { name: '--middle', width: 560, inRow: 3 },
  { name: '--wide', width: 960, inRow: 7 },
  { name: '--full', width: 1200, inRow: 8 },
] as const;

/** How many rows things take at a scale, in pixels a millimetre. */
export function rowsAt(scale: number, things: readonly Thing[], room: number): number {
  let [rows, left] = [0, 0];
  for (const { width, min } of things) {
    const needed = Math.max(width * scale + GAP, min);
    if (rows === 0 || needed > left) [rows, left] = [rows + 1, room];
    left -= needed;
  }
  return rows;
}

/** The largest scale, in pixels a millimetre, at which the widest thing fits and all of them stand in as few rows. */
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

/** Millimetres of paper that every printer has beside each other and above each other. */
const PAPER = { width: 170, height: 200 };
const REDUCTIONS = [1, 2, 3, 4, 5, 10, 20, 50, 100, 200, 500, 1000];

/** By how much all is reduced in print so that the largest piece fits on paper: 1 is true size. */
export const printReduction = (extents: readonly { width: number; height: number }[]): number =>
  REDUCTIONS.find((by) => extents.every(({ width, height }) => width / by <= PAPER.width && height / by <= PAPER.height)) ?? 1000;
