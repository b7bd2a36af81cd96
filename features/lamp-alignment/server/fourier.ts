/** The side is a power of two; values go row by row. */
export type Square = { values: Float64Array; side: number };
type Complex = { re: Float64Array; im: Float64Array };
export type Spectrum = Complex & { side: number };

/**
 * How far one image lies over the other: to the right and down, in pixels. `peak`: 1 for equal
 * images, near 0 for unrelated ones.
 */
export type Shift = { x: number; y: number; peak: number };

/** Frequencies above this share of the highest one count little: there is noise. */
const LOW_PASS = 0.35;

/** Transforms in place, by radix 2. @param data its length is a power of two. */
export function fourier({ re, im }: Complex): void {
  const count = re.length;
  for (let at = 1, reversed = 0; at < count; at++) {
    let bit = count >> 1;
    for (; reversed & bit; bit >>= 1) reversed ^= bit;
    reversed ^= bit;
    if (at < reversed) {
      swap(re, at, reversed);
      swap(im, at, reversed);
    }
  }
  for (let size = 2; size <= count; size *= 2) {
    const half = size / 2;
    for (let step = 0; step < half; step++) {
      const angle = (-2 * Math.PI * step) / size;
      const cos = Math.cos(angle);
      const sin = Math.sin(angle);
      for (let low = step; low < count; low += size) {
        const high = low + half;
        const highRe = re[high] as number;
        const highIm = im[high] as number;
        const turnedRe = highRe * cos - highIm * sin;
        const turnedIm = highRe * sin + highIm * cos;
        re[high] = (re[low] as number) - turnedRe;
        im[high] = (im[low] as number) - turnedIm;
        re[low] = (re[low] as number) + turnedRe;
        im[low] = (im[low] as number) + turnedIm;
      }
    }
  }
}

function swap(values: Float64Array, one: number, other: number): void {
  const value = values[one] as number;
  values[one] = values[other] as number;
  values[other] = value;
}

export function spectrumOf({ values, side }: Square): Spectrum {
  const spectrum = { re: Float64Array.from(values), im: new Float64Array(values.length), side };
  transform(spectrum);
  return spectrum;
}

function transform({ re, im, side }: Spectrum): void {
  const line = { re: new Float64Array(side), im: new Float64Array(side) };
  for (let row = 0; row < side; row++) {
    const [from, to] = [row * side, (row + 1) * side];
    fourier({ re: re.subarray(from, to), im: im.subarray(from, to) });
  }
  for (let column = 0; column < side; column++) {
    for (let row = 0; row < side; row++) {
      line.re[row] = re[row * side + column] as number;
      line.im[row] = im[row * side + column] as number;
    }
    fourier(line);
    for (let row = 0; row < side; row++) {
      re[row * side + column] = line.re[row] as number;
      im[row * side + column] = line.im[row] as number;
    }
  }
}

/**
 * How far `moved` must be shifted to lie over `base`, by phase correlation: only phases count, so
 * brightness and contrast do not matter.
 * @param maxShift in pixels, in each direction.
 */
export function shiftBetween(
  base: Spectrum,
  moved: Spectrum,
  maxShift: { x: number; y: number },
): Shift {
  const { side } = base;
  const product: Spectrum = {
    re: new Float64Array(side * side),
    im: new Float64Array(side * side),
    side,
  };
  const falloff = 2 * (LOW_PASS * (side / 2)) ** 2;
  let weights = 0;
  for (let at = 0; at < side * side; at++) {
    const ar = base.re[at] as number;
    const ai = base.im[at] as number;
    const br = moved.re[at] as number;
    const bi = moved.im[at] as number;
    const re = ar * br + ai * bi;
    const im = ai * br - ar * bi;
    const size = Math.sqrt(re * re + im * im);
    const u = signed(at % side, side);
    const v = signed(Math.floor(at / side), side);
    const weight = Math.exp(-(u * u + v * v) / falloff);
    weights += weight;
    if (size < 1e-12) continue;
    // Conjugated: the forward transform then gives the inverse one.
    product.re[at] = (re / size) * weight;
    product.im[at] = (-im / size) * weight;
  }
  transform(product);
  const at = (x: number, y: number) =>
    product.re[((y + side) % side) * side + ((x + side) % side)] as number;
  let best = { x: 0, y: 0, peak: Number.NEGATIVE_INFINITY };
  for (let y = -Math.min(maxShift.y, side / 2 - 1); y <= Math.min(maxShift.y, side / 2 - 1); y++) {
    for (
      let x = -Math.min(maxShift.x, side / 2 - 1);
      x <= Math.min(maxShift.x, side / 2 - 1);
      x++
    ) {
      if (at(x, y) > best.peak) best = { x, y, peak: at(x, y) };
    }
  }
  const { x, y, peak } = best;
  return {
    x: x + vertex(at(x - 1, y), peak, at(x + 1, y)),
    y: y + vertex(at(x, y - 1), peak, at(x, y + 1)),
    peak: peak / weights,
  };
}

const signed = (index: number, side: number) => (index < side / 2 ? index : index - side);

function vertex(before: number, middle: number, after: number): number {
  const bend = before - 2 * middle + after;
  return bend < 0 ? Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend))) : 0;
}
