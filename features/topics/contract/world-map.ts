/**
 * Coasts are in `features/topics/web/world.svg`. The projection is Natural Earth (Patterson 2008),
 * with straight parallels, cut in the Bering Strait, and in the south where nobody collects.
 */

import type { Coordinates } from '#core/contract/catalogue/coordinates.ts';

export type MapPoint = { x: number; y: number };

const WIDTH = 2000;
const NORTH = 84;
const SOUTH = -57;
const MIDDLE = 11;
/** Half the projected globe's width at the equator, for radius 1. */
const HALF = Math.PI * 0.8707;
const SCALE = WIDTH / (2 * HALF);

const radians = (degrees: number) => (degrees * Math.PI) / 180;

function height(latitude: number): number {
  const phi = radians(latitude);
  const p2 = phi * phi;
  return (
    phi * (1.007226 + p2 * (0.015085 + p2 * p2 * (-0.044475 + p2 * (0.028874 - p2 * 0.005916))))
  );
}

function stretch(latitude: number): number {
  const p2 = radians(latitude) ** 2;
  return 0.8707 + p2 * (-0.131979 + p2 * (-0.013791 + p2 * p2 * p2 * (0.003971 - p2 * 0.001529)));
}

/** The longitude from the map's middle, from -180 to 180. */
const fromMiddle = (longitude: number) => ((((longitude - MIDDLE + 180) % 360) + 360) % 360) - 180;

const top = height(NORTH);

/** In units of the map, from its upper left corner. */
export function onMap({ latitude, longitude }: Coordinates): MapPoint {
  return {
    x: (radians(fromMiddle(longitude)) * stretch(latitude) + HALF) * SCALE,
    y: (top - height(latitude)) * SCALE,
  };
}

export const worldSize = {
  width: WIDTH,
  height: Math.round((top - height(SOUTH)) * SCALE),
} as const;
