import { boundsOf, cornersOf, type Outline } from '#core/contract/media/outline.ts';

/** In millimeters or in pixels. */
export type Box = { width: number; height: number };

/** Diameter of a US quarter, in millimeters. */
export const QUARTER = 24.26;

/** The inner side of a box of 1¼ inches, in millimeters. */
export const THUMBNAIL_BOX = 31.75;

/**
 * The larger of the first two dimensions lies along the picture's longer side. A single one makes a
 * square.
 */
export function faceOf(millimetres: readonly number[], picture: Box): Box {
  const [first = 0, second = first] = millimetres;
  const [shorter, longer] = first < second ? [first, second] : [second, first];
  if (picture.width === picture.height) return { width: first, height: second };
  return picture.width > picture.height
    ? { width: longer, height: shorter }
    : { width: shorter, height: longer };
}

/**
 * An outline is as wide as it looks: the picture may show another face than the first two
 * dimensions.
 */
export function extentOf(
  millimetres: readonly number[],
  picture: Box,
  outline: Outline | null,
): Box {
  if (outline === null) return faceOf(millimetres, picture);
  const bounds = boundsOf(cornersOf(outline));
  const shown = { width: bounds.width * picture.width, height: bounds.height * picture.height };
  const face = faceOf(millimetres, shown);
  const scale = Math.max(face.width, face.height) / Math.max(shown.width, shown.height);
  return { width: hundredths(shown.width * scale), height: hundredths(shown.height * scale) };
}

const hundredths = (value: number) => Math.round(value * 100) / 100;

/** Returns null where unknown sides decide. */
export function fitsThumbnailBox(millimetres: readonly number[]): boolean | null {
  if (Math.max(...millimetres) > THUMBNAIL_BOX) return false;
  return millimetres.length === 3 ? true : null;
}
