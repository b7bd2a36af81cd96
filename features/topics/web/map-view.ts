import type { Coordinates } from '#core/contract/catalogue/coordinates.ts';
import { onMap, worldSize } from '#features/topics/contract/world-map.ts';

/**
 * A part of the world in the map's units. `scale`: units for one where all of the world is shown.
 */
export type MapView = {
  x: number;
  y: number;
  width: number;
  height: number;
  dots: readonly { x: number; y: number }[];
};

/** The outlines are no finer. */
const MIN_WIDTH = 700;
/** Free space around the outermost dots, as a share of the part's width. */
const MARGIN = 0.18;

const between = (value: number, min: number, max: number) => Math.max(min, Math.min(max, value));

export function viewOf(places: readonly Coordinates[]): MapView {
  const dots = places.map(onMap);
  const { width: fullWidth, height: fullHeight } = worldSize;
  if (dots.length === 0) return { x: 0, y: 0, width: fullWidth, height: fullHeight, dots };
  const [xs, ys] = [dots.map(({ x }) => x), dots.map(({ y }) => y)];
  const [left, right, top, bottom] = [
    Math.min(...xs),
    Math.max(...xs),
    Math.min(...ys),
    Math.max(...ys),
  ];
  const shape = fullWidth / fullHeight;
  const needed = Math.max(right - left, (bottom - top) * shape) / (1 - 2 * MARGIN);
  const width = between(needed, MIN_WIDTH, fullWidth);
  const height = width / shape;
  return {
    x: Math.round(between((left + right - width) / 2, 0, fullWidth - width)),
    y: Math.round(between((top + bottom - height) / 2, 0, fullHeight - height)),
    width: Math.round(width),
    height: Math.round(height),
    dots,
  };
}
