/** A closed line as SVG writes it, `120,33 150,40 …`, in thousandths of the picture's width and height. */
export type Outline = string;

export type Point = readonly [x: number, y: number];

export const cornersOf = (outline: Outline): Point[] =>
  outline.split(' ').map((corner) => {
    const [x = 0, y = 0] = corner.split(',').map(Number);
    return [x, y];
  });

/** In thousandths. */
export function boundsOf(corners: readonly Point[]): {
  x: number;
  y: number;
  width: number;
  height: number;
} {
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}
