/** People paste `33.0592, -114.7347`, `33.06° N, 114.73° W`, `33° 3' 33" N 114° 44' 5" W`. */

/** Degrees; north and east are positive. */
export type Coordinates = { latitude: number; longitude: number };

export const COORDINATES_MESSAGE = 'Please enter degrees, such as 33.0592, -114.7347';

const MAX_LENGTH = 80;
/** About eleven meters: more than a locality needs. */
const DECIMALS = 4;
const ANGLE =
  /^(-?\d{1,3}(?:\.\d+)?)\s*(?:°\s*)?(?:(\d{1,2}(?:\.\d+)?)\s*['’′]\s*)?(?:(\d{1,2}(?:\.\d+)?)\s*(?:["”″]|''|’’)\s*)?([NSEW])?$/i;

/** @returns null for other text, and for places off the earth. */
export function parseCoordinates(text: string): Coordinates | null {
  if (text.length > MAX_LENGTH) return null;
  const parts = text.trim().split(/[,;]|(?<=[NS])\s+(?![\s,;])/i);
  if (parts.length !== 2) return null;
  const [latitude, longitude] = [readAngle(parts[0] ?? '', 'NS'), readAngle(parts[1] ?? '', 'EW')];
  if (
    latitude === null ||
    longitude === null ||
    Math.abs(latitude) > 90 ||
    Math.abs(longitude) > 180
  )
    return null;
  return { latitude, longitude };
}

function readAngle(text: string, directions: 'NS' | 'EW'): number | null {
  const [, degrees, minutes = '0', seconds = '0', direction = directions[0] ?? ''] =
    ANGLE.exec(text.trim()) ?? [];
  const letter = direction.toUpperCase();
  if (
    degrees === undefined ||
    !directions.includes(letter) ||
    Number(minutes) >= 60 ||
    Number(seconds) >= 60
  )
    return null;
  const size = Math.abs(Number(degrees)) + Number(minutes) / 60 + Number(seconds) / 3600;
  const isNegative = degrees.startsWith('-') !== (letter === directions[1]);
  return Number((isNegative ? -size : size).toFixed(DECIMALS)) || 0;
}

/** `33.0592, -114.7347`. */
export const formatCoordinates = ({ latitude, longitude }: Coordinates): string =>
  `${latitude}, ${longitude}`;
