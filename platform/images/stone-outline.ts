/** A stone is all that is left without the background, if that is one piece and stands free. */
import type { Outline, Point } from '#core/contract/media/outline.ts';
import { type Pixels, scaledDown } from './images.ts';
import { findBackground, labOf, visitNeighbours } from './stone-colours.ts';

/** Pixels. */
const SIDE = 256;
/** Parts of the picture; anything else is no stone in front of something. */
const MIN_AREA = 0.03;
const MAX_AREA = 0.9;
/** So much must hang together: crumbs and reflections are left out, several stones are not. */
const MIN_ONE_PIECE = 0.85;
/** The stone may touch so much of the picture's border; more means that the picture cuts it off. */
const MAX_ON_BORDER = 0.03;
/** A mean over this many points on both sides makes a line of steps of pixels. */
const SMOOTHING = 2;
/** A point goes where the line without it is nearer than this, in pixels of the small picture. */
const TOLERANCE = 0.6;

/** Null where the picture does not tell it. */
export async function findStoneOutline(pixels: Pixels): Promise<Outline | null> {
  const small = await scaledDown(pixels, SIDE);
  const { width, height } = small;
  const isBackground = findBackground(labOf(small), small);
  const { stone, area, rest } = largestPiece(isBackground, width, height);
  const total = width * height;
  if (area < MIN_AREA * total || area > MAX_AREA * total || area < MIN_ONE_PIECE * (area + rest))
    return null;
  if (onBorder(stone, width, height) > MAX_ON_BORDER * 2 * (width + height)) return null;
  const line = simplified(smoothed(outlineOf(stone, width, height)));
  const share = (value: number, side: number) =>
    Math.min(1000, Math.max(0, Math.round((value / side) * 1000)));
  return line.map(([x, y]) => `${share(x, width)},${share(y, height)}`).join(' ');
}

function largestPiece(isBackground: Uint8Array, width: number, height: number) {
  const labels = new Uint32Array(isBackground.length);
  const areas = [0];
  for (const [start, background] of isBackground.entries()) {
    if (background !== 0 || labels[start] !== 0) continue;
    const label = areas.length;
    const queue = [start];
    labels[start] = label;
    for (const index of queue) {
      visitNeighbours(index, width, (next) => {
        if (next < 0 || next >= width * height || isBackground[next] !== 0 || labels[next] !== 0)
          return;
        labels[next] = label;
        queue.push(next);
      });
    }
    areas.push(queue.length);
  }
  const area = Math.max(...areas);
  const label = areas.indexOf(area);
  return {
    stone: (x: number, y: number) =>
      x >= 0 && y >= 0 && x < width && y < height && area > 0 && labels[y * width + x] === label,
    area,
    rest: areas.reduce((sum, one) => sum + one, 0) - area,
  };
}

type Stone = ReturnType<typeof largestPiece>['stone'];

function onBorder(stone: Stone, width: number, height: number): number {
  let count = 0;
  for (let x = 0; x < width; x++) count += Number(stone(x, 0)) + Number(stone(x, height - 1));
  for (let y = 0; y < height; y++) count += Number(stone(0, y)) + Number(stone(width - 1, y));
  return count;
}

const STEPS: readonly Point[] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

/** Keeps the piece at the right hand: holes within it are not met. */
function outlineOf(stone: Stone, width: number, height: number): Point[] {
  const start = startOf(stone, width, height);
  const line: Point[] = [];
  let [x, y] = start;
  let way = 0;
  do {
    line.push([x, y]);
    const [dx, dy] = STEPS[way] ?? [0, 0];
    x += dx;
    y += dy;
    // Ahead on the left and on the right of the walker, who stands on a corner between four pixels.
    const [left, right] = ahead(stone, x, y, way);
    if (left) way = (way + 3) % 4;
    else if (!right) way = (way + 1) % 4;
  } while (x !== start[0] || y !== start[1]);
  return line;
}

function ahead(
  stone: Stone,
  x: number,
  y: number,
  way: number,
): readonly [left: boolean, right: boolean] {
  const corners = [stone(x, y - 1), stone(x, y), stone(x - 1, y), stone(x - 1, y - 1)];
  return [corners[way] ?? false, corners[(way + 1) % 4] ?? false];
}

function startOf(stone: Stone, width: number, height: number): Point {
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) if (stone(x, y)) return [x, y];
  return [0, 0];
}

function smoothed(line: readonly Point[]): Point[] {
  const many = 2 * SMOOTHING + 1;
  return line.map((_, index) => {
    let [x, y] = [0, 0];
    for (let by = -SMOOTHING; by <= SMOOTHING; by++) {
      const [px, py] = line[(index + by + line.length) % line.length] ?? [0, 0];
      x += px / many;
      y += py / many;
    }
    return [x, y];
  });
}

/** By Ramer, Douglas and Peucker. */
function simplified(line: readonly Point[]): Point[] {
  const half = line.length >> 1;
  return [...between(line, 0, half), ...between(line, half, line.length)];
}

function between(line: readonly Point[], from: number, to: number): Point[] {
  const [one, other] = [line[from], line[to % line.length]];
  if (!one || !other) return [];
  let [farthest, distance] = [from, 0];
  for (let index = from + 1; index < to; index++) {
    const away = distanceTo(line[index] ?? one, one, other);
    if (away > distance) [farthest, distance] = [index, away];
  }
  return distance < TOLERANCE
    ? [one]
    : [...between(line, from, farthest), ...between(line, farthest, to)];
}

function distanceTo([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const length = Math.hypot(bx - ax, by - ay);
  if (length === 0) return Math.hypot(x - ax, y - ay);
  return Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length;
}
