/**
 * Finds shift, turn and scale by phase correlation, then by the highest correlation of edges; at
 * last looks part by part whether nothing beside fits better.
 */

import { type Pixels, scaledDown } from '#platform/images/images.ts';
import { guesses, LIMITS, SIDE } from './coarse-alignment.ts';
import { blurred, edgesOf } from './edges.ts';
import {
  correlationOf,
  type Fit,
  type Freedom,
  IDENTITY,
  type Pair,
  type Placed,
  refine,
  type Similarity,
  warped,
} from './similarity.ts';

export type Alignment = {
  /** To the right and down, as shares of the frame's width and height. */
  x: number;
  y: number;
  /** In degrees, clockwise. */
  angle: number;
  scale: number;
};

/**
 * `before` and `after`: the edges' correlation without and with the alignment. `agreement`: the
 * share of the parts with edges where nothing beside fits better.
 */
export type AlignmentCheck = { before: number; after: number; agreement: number; parts: number };
export type AlignmentResult = { alignment: Alignment | null; check: AlignmentCheck };

type Size = { width: number; height: number };
/** Both have the same unit. A copy's own shape may differ by rounding. */
export type Sizes = { frame: Size; shown: Size };

/** Longest side of the final copies, in pixels. */
const FINE = 640;
/** Standard deviations of blur in pixels: first so near edges meet, then against noise. */
const BLUR = { far: 3, near: 1 };
/** A picture with a shorter side, in pixels, has too few edges. */
const MIN_SIDE = 48;
/** A smaller gain may be a difference of the light: then the picture is moved less. */
const MIN_GAIN = 0.01;

const WORTH_TRYING = 0.05;

/** Unrelated pictures of stones reached a correlation of 0.36, and an agreement of 0.25. */
const SURE = { after: 0.2, agreement: 0.5, parts: 5 };
/**
 * Parts of the frame, across and down, and how far beside it is looked, in pixels of the coarse
 * copies.
 */
const PARTS = 6;
const PART_REACH = 5;
/** Where edges vary less than this there are none. */
const MIN_VARIANCE = 0.02;

export async function alignPictures(
  base: Pixels,
  moved: Pixels,
  sizes: Sizes,
): Promise<AlignmentResult> {
  const nothing = { alignment: null, check: { before: 0, after: 0, agreement: 0, parts: 0 } };
  if (shortest(base, moved) < MIN_SIDE) return nothing;
  const coarse = await placedPair(base, moved, sizes, SIDE);
  if (shortest(coarse.base.plane, coarse.moved.plane) < MIN_SIDE) return nothing;
  const far = { base: softened(coarse.base), moved: softened(coarse.moved) };
  const near = (starts: readonly Similarity[], freedom: Freedom) =>
    best(starts.map((start) => refine(coarse, refine(far, start, freedom, 12).map, freedom, 12)));
  const { shifted, turned } = guesses(coarse);
  const [byShift, byAll] = [
    near([IDENTITY, shifted], 'shift'),
    near([IDENTITY, shifted, turned], 'all'),
  ];
  const before = correlationOf(coarse);
  const rough = { before, after: byAll.correlation, ...agreementOf(coarse, byAll.map) };
  if (!isSure(rough)) return { alignment: null, check: rough };

  const fine = await placedPair(base, moved, sizes, FINE);
  const factor = fine.base.plane.width / coarse.base.plane.width;
  const asItIs = { map: IDENTITY, correlation: correlationOf(fine) };
  const finely = (fit: Fit, freedom: Freedom) =>
    refine(fine, enlarged(fit.map, factor), freedom, 20);
  const fits = [
    asItIs,
    ...(byShift.correlation > byAll.correlation - WORTH_TRYING ? [finely(byShift, 'shift')] : []),
    finely(byAll, 'all'),
  ];
  const most = best(fits).correlation;
  const { map, correlation } = fits.find((fit) => fit.correlation >= most - MIN_GAIN) ?? asItIs;
  const check = {
    before: asItIs.correlation,
    after: correlation,
    ...agreementOf(coarse, enlarged(map, 1 / factor)),
  };
  const alignment = toAlignment(map, fine.base.plane.width, sizes.frame);
  return { alignment: isSure(check) && isWithin(alignment) ? alignment : null, check };
}

const isSure = ({ after, agreement, parts }: AlignmentCheck) =>
  after >= SURE.after && agreement >= SURE.agreement && parts >= SURE.parts;

const best = (fits: readonly Fit[]): Fit =>
  fits.reduce((one, other) => (other.correlation > one.correlation ? other : one), {
    map: IDENTITY,
    correlation: Number.NEGATIVE_INFINITY,
  });

const shortest = (...sizes: Size[]) =>
  Math.min(...sizes.flatMap(({ width, height }) => [width, height]));

const enlarged = (map: Similarity, factor: number): Similarity => ({
  ...map,
  x: map.x * factor,
  y: map.y * factor,
});

const softened = (placed: Placed): Placed => ({
  ...placed,
  plane: blurred(placed.plane, BLUR.far),
});

async function placedPair(
  base: Pixels,
  moved: Pixels,
  { frame, shown }: Sizes,
  longest: number,
): Promise<Pair> {
  const small = await scaledDown(base, longest);
  const unit = small.width / frame.width;
  const other = await scaledDown(moved, Math.round(Math.max(shown.width, shown.height) * unit));
  const place = (pixels: Pixels, size: Size): Placed => ({
    plane: edgesOf(pixels, BLUR.near),
    x: pixels.width / (size.width * unit),
    y: pixels.height / (size.height * unit),
  });
  return { base: place(small, frame), moved: place(other, shown) };
}

function agreementOf(pair: Pair, map: Similarity): { agreement: number; parts: number } {
  const other = warped(pair, map);
  const { values: still, width, height } = pair.base.plane;
  const [partWidth, partHeight] = [
    Math.floor((width - 2 * PART_REACH) / PARTS),
    Math.floor((height - 2 * PART_REACH) / PARTS),
  ];
  let [parts, agreeing] = [0, 0];
  for (let part = 0; part < PARTS * PARTS; part++) {
    const left = PART_REACH + (part % PARTS) * partWidth;
    const top = PART_REACH + Math.floor(part / PARTS) * partHeight;
    let best = { correlation: Number.NEGATIVE_INFINITY, x: 0, y: 0 };
    let hasEdges = false;
    for (let y = -PART_REACH; y <= PART_REACH; y++) {
      for (let x = -PART_REACH; x <= PART_REACH; x++) {
        let [r, w, rr, ww, rw] = [0, 0, 0, 0, 0];
        for (let row = top; row < top + partHeight; row++) {
          for (let column = left; column < left + partWidth; column++) {
            const one = still[row * width + column] as number;
            const two = other.values[(row + y) * width + column + x] as number;
            r += one;
            w += two;
            rr += one * one;
            ww += two * two;
            rw += one * two;
          }
        }
        const count = partWidth * partHeight;
        const [ofR, ofW] = [rr / count - (r / count) ** 2, ww / count - (w / count) ** 2];
        if (x === 0 && y === 0) hasEdges = ofR > MIN_VARIANCE && ofW > MIN_VARIANCE;
        const correlation = (rw / count - (r / count) * (w / count)) / Math.sqrt(ofR * ofW + 1e-12);
        if (correlation > best.correlation) best = { correlation, x, y };
      }
    }
    if (!hasEdges) continue;
    parts++;
    if (Math.max(Math.abs(best.x), Math.abs(best.y)) <= 1) agreeing++;
  }
  return { agreement: parts === 0 ? 0 : agreeing / parts, parts };
}

function toAlignment({ a, b, x, y }: Similarity, width: number, frame: Size): Alignment {
  const scale = 1 / Math.hypot(a, b);
  const angle = -Math.atan2(b, a);
  const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
  const height = (width * frame.height) / frame.width;
  // No minus zero, which JSON would not keep.
  return {
    x: 0 - (cos * x - sin * y) / width,
    y: 0 - (sin * x + cos * y) / height,
    angle: 0 + angle * (180 / Math.PI),
    scale,
  };
}

const isWithin = ({ x, y, angle, scale }: Alignment) =>
  Math.max(Math.abs(x), Math.abs(y)) <= LIMITS.shift &&
  Math.abs(angle) <= LIMITS.angle &&
  Math.abs(Math.log(scale)) <= Math.log(LIMITS.scale);
