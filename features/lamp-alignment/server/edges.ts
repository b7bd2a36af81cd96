import type { Pixels } from '#platform/images/images.ts';

export type Plane = { values: Float32Array; width: number; height: number };

/** Strength of edges is compared within this radius in pixels. */
const NEIGHBOURHOOD = 12;
/** Stronger edges, such as glints, would outweigh the rest. */
const MAX_STRENGTH = 4;
/** Steps of brightness below this are noise, of 255. */
const NOISE = 6;

/**
 * Each pixel's edge strength compared with its surroundings. Colors count as much as brightness.
 * @param blur standard deviation in pixels, against noise.
 */
export function edgesOf({ data, width, height }: Pixels, blur: number): Plane {
  const strength = new Float32Array(width * height);
  for (let channel = 0; channel < 3; channel++) {
    const values = new Float32Array(width * height);
    for (let at = 0; at < values.length; at++) values[at] = data[at * 3 + channel] as number;
    const { x, y } = slopesOf(blurred({ values, width, height }, blur));
    for (let at = 0; at < strength.length; at++) {
      strength[at] = (strength[at] as number) + (x[at] as number) ** 2 + (y[at] as number) ** 2;
    }
  }
  for (let at = 0; at < strength.length; at++) strength[at] = Math.sqrt(strength[at] as number);
  const usual = boxMean({ values: strength, width, height }, NEIGHBOURHOOD);
  const mean = strength.reduce((sum, value) => sum + value, 0) / strength.length;
  const least = Math.max(NOISE, mean / 2);
  return {
    values: strength.map((value, at) =>
      Math.min(MAX_STRENGTH, value / ((usual.values[at] as number) + least)),
    ),
    width,
    height,
  };
}

export function slopesOf({ values, width, height }: Plane): { x: Float32Array; y: Float32Array } {
  const [x, y] = [new Float32Array(values.length), new Float32Array(values.length)];
  for (let row = 0; row < height; row++) {
    const [above, below] = [Math.max(0, row - 1), Math.min(height - 1, row + 1)];
    for (let column = 0; column < width; column++) {
      const at = row * width + column;
      const left = Math.max(0, column - 1);
      const right = Math.min(width - 1, column + 1);
      x[at] =
        ((values[row * width + right] as number) - (values[row * width + left] as number)) / 2;
      y[at] =
        ((values[below * width + column] as number) - (values[above * width + column] as number)) /
        2;
    }
  }
  return { x, y };
}

/** A Gaussian blur. @param deviation its standard deviation in pixels. */
export function blurred({ values, width, height }: Plane, deviation: number): Plane {
  const radius = Math.ceil(deviation * 3);
  const kernel = Array.from({ length: 2 * radius + 1 }, (_, index) =>
    Math.exp(-((index - radius) ** 2) / (2 * deviation ** 2)),
  );
  const sum = kernel.reduce((total, weight) => total + weight, 0);
  const weights = Float32Array.from(kernel, (weight) => weight / sum);
  const along = (
    from: Float32Array,
    step: number,
    length: number,
    lines: number,
    lineStep: number,
  ) => {
    const to = new Float32Array(from.length);
    for (let line = 0; line < lines; line++) {
      for (let index = 0; index < length; index++) {
        let total = 0;
        for (let offset = -radius; offset <= radius; offset++) {
          const near = Math.min(length - 1, Math.max(0, index + offset));
          total +=
            (weights[offset + radius] as number) * (from[line * lineStep + near * step] as number);
        }
        to[line * lineStep + index * step] = total;
      }
    }
    return to;
  };
  return {
    values: along(along(values, 1, width, height, width), width, height, width, 1),
    width,
    height,
  };
}

function boxMean({ values, width, height }: Plane, radius: number): Plane {
  const stride = width + 1;
  const sums = new Float64Array(stride * (height + 1));
  for (let row = 0; row < height; row++) {
    let line = 0;
    for (let column = 0; column < width; column++) {
      line += values[row * width + column] as number;
      sums[(row + 1) * stride + column + 1] = (sums[row * stride + column + 1] as number) + line;
    }
  }
  const means = new Float32Array(values.length);
  for (let row = 0; row < height; row++) {
    const top = Math.max(0, row - radius);
    const bottom = Math.min(height, row + radius + 1);
    for (let column = 0; column < width; column++) {
      const left = Math.max(0, column - radius);
      const right = Math.min(width, column + radius + 1);
      const below =
        (sums[bottom * stride + right] as number) - (sums[bottom * stride + left] as number);
      const above = (sums[top * stride + right] as number) - (sums[top * stride + left] as number);
      means[row * width + column] = (below - above) / ((bottom - top) * (right - left));
    }
  }
  return { values: means, width, height };
}
