/** What reaches in from the border without an edge is background; the rest is grouped in CIELAB. */
import { difference, type Lab, type OwnColour } from '#core/contract/catalogue/stone-colours.ts';
import { type Pixels, scaledDown } from './images.ts';

/** Pixels. */
const SIDE = 96;

/**
 * From the border's median color: there, and farther in, where it may be lit. Lightness counts
 * half.
 */
const BORDER_REACH = 15;
const INNER_REACH = 20;
/**
 * A step between two pixels is an edge at three times what is usual along the border, within these.
 */
const EDGE = { usual: 3, min: 2, max: 6 };
/**
 * This many pixels around the stone blend with the background; those still this close to it belong
 * to it.
 */
const RIM = { pixels: 2, reach: 15 };
/**
 * A smaller part is no stone: then the background is one, such as crystals that fill the picture.
 */
const MIN_STONE = 0.02;

const GROUPS = 8;
const ROUNDS = 12;
/**
 * Colors closer than the first stay one group; groups with a smaller share than the second are left
 * out.
 */
const MIN_DISTANCE = 6;
const MIN_SHARE = 0.03;

/** One to eight colors, the largest share first. Values are rounded, the share to hundredths. */
export async function findStoneColours(pixels: Pixels): Promise<OwnColour[]> {
  const small = await scaledDown(pixels, SIDE);
  const colours = labOf(small);
  const isBackground = findBackground(colours, small);
  const stone = colours.filter((_, index) => !isBackground[index]);
  const groups = groupColours(stone.length < MIN_STONE * colours.length ? colours : stone);
  return groups.map(({ L, a, b, share }) => ({
    L: Math.round(L),
    a: Math.round(a),
    b: Math.round(b),
    share: Math.round(share * 100) / 100,
  }));
}

/** 1 for each pixel of the background. */
export function findBackground(
  colours: readonly Lab[],
  { width, height }: Pick<Pixels, 'width' | 'height'>,
): Uint8Array {
  const at = (index: number): Lab => colours[index] ?? BLACK;
  const border = colours.keys().filter((index) => {
    const [x, y] = [index % width, Math.floor(index / width)];
    return x === 0 || y === 0 || x === width - 1 || y === height - 1;
  });
  const edges = [...border];
  const usual = medianColour(edges.map(at));
  const step = median(
    edges.map((index) => (index + 1 < colours.length ? difference(at(index), at(index + 1)) : 0)),
  );
  const edge = Math.min(EDGE.max, Math.max(EDGE.min, EDGE.usual * step));

  const found = new Uint8Array(colours.length);
  const queue = edges.filter((index) => unlikeness(at(index), usual) < BORDER_REACH);
  for (const index of queue) found[index] = 1;
  const spread = (
    from: readonly number[],
    isBackground: (next: number, index: number) => boolean,
  ): number[] => {
    const added: number[] = [];
    for (const index of from) {
      visitNeighbours(index, width, (next) => {
        if (found[next] !== 0 || !isBackground(next, index)) return;
        found[next] = 1;
        added.push(next);
      });
    }
    return added;
  };
  let last = queue;
  while (last.length > 0) {
    last = spread(
      last,
      (next, index) =>
        difference(at(next), at(index)) < edge && unlikeness(at(next), usual) < INNER_REACH,
    );
  }
  last = [...found.keys()].filter((index) => found[index] === 1);
  for (let ring = 0; ring < RIM.pixels; ring++)
    last = spread(last, (next, index) => difference(at(next), at(index)) < RIM.reach);
  return found;
}

/** Pixels above and below may lie outside the picture. */
export function visitNeighbours(index: number, width: number, visit: (next: number) => void): void {
  const x = index % width;
  if (x > 0) visit(index - 1);
  if (x < width - 1) visit(index + 1);
  visit(index - width);
  visit(index + width);
}

const BLACK: Lab = { L: 0, a: 0, b: 0 };

const unlikeness = (one: Lab, other: Lab) =>
  Math.sqrt(((one.L - other.L) / 2) ** 2 + (one.a - other.a) ** 2 + (one.b - other.b) ** 2);

const median = (values: number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
const medianColour = (colours: Lab[]): Lab => ({
  L: median(colours.map(({ L }) => L)),
  a: median(colours.map(({ a }) => a)),
  b: median(colours.map(({ b }) => b)),
});

/** The same picture always gives the same groups. */
function groupColours(colours: readonly Lab[]): OwnColour[] {
  let centres = farCentres(colours);
  let counts: number[] = [];
  const groupOf = new Uint8Array(colours.length);
  for (let [round, hasMoved] = [0, true]; round < ROUNDS && hasMoved; round++) {
    // Further rounds would find the same once no color has moved to another group.
    hasMoved = round === 0;
    const sums = centres.map(() => ({ L: 0, a: 0, b: 0, count: 0 }));
    for (const [index, colour] of colours.entries()) {
      const group = nearest(centres, colour);
      hasMoved ||= groupOf[index] !== group;
      groupOf[index] = group;
      const sum = sums[group];
      if (!sum) continue;
      sum.L += colour.L;
      sum.a += colour.a;
      sum.b += colour.b;
      sum.count++;
    }
    // A group that lost all its colors to others is left out in the end.
    centres = sums.map(({ L, a, b, count }) => ({
      L: L / count || 0,
      a: a / count || 0,
      b: b / count || 0,
    }));
    counts = sums.map(({ count }) => count);
  }
  return centres
    .map((centre, index) => ({ ...centre, share: (counts[index] ?? 0) / colours.length }))
    .filter(({ share }, index) => share >= MIN_SHARE || counts[index] === Math.max(...counts))
    .toSorted((one, other) => other.share - one.share);
}

function farCentres(colours: readonly Lab[]): Lab[] {
  const centres = [medianColour([...colours])];
  const distances = colours.map((colour) => difference(colour, centres[0] ?? BLACK));
  while (centres.length < GROUPS) {
    const farthest = distances.reduce(
      (best, distance, index) => (distance > (distances[best] ?? 0) ? index : best),
      0,
    );
    const centre = colours[farthest];
    if (!centre || (distances[farthest] ?? 0) < MIN_DISTANCE) break;
    centres.push(centre);
    for (const [index, colour] of colours.entries())
      distances[index] = Math.min(distances[index] ?? 0, difference(colour, centre));
  }
  return centres;
}

function nearest(centres: readonly Lab[], colour: Lab): number {
  let [found, least] = [0, Number.POSITIVE_INFINITY];
  for (const [index, centre] of centres.entries()) {
    const distance = difference(centre, colour);
    if (distance < least) [found, least] = [index, distance];
  }
  return found;
}

/** In CIELAB (D65). */
export function labOf({ data }: Pixels): Lab[] {
  const colours: Lab[] = [];
  for (let at = 0; at < data.length; at += 3)
    colours.push(toLab(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0));
  return colours;
}

function toLab(red: number, green: number, blue: number): Lab {
  const [r, g, b] = [LINEAR[red] ?? 0, LINEAR[green] ?? 0, LINEAR[blue] ?? 0];
  const x = response((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = response(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = response((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return { L: 116 * y - 16, a: 500 * (x - y), b: 200 * (y - z) };
}

/** A table of the 256 values: powers take most of the time otherwise. */
const LINEAR = Float64Array.from({ length: 256 }, (_, value) =>
  value > 10 ? ((value / 255 + 0.055) / 1.055) ** 2.4 : value / 255 / 12.92,
);
const response = (t: number): number =>
  t > (6 / 29) ** 3 ? Math.cbrt(t) : t / 3 / (6 / 29) ** 2 + 4 / 29;
