/** How large a piece is drawn, in millimetres: from its dimensions and the picture of it. */
import { boundsOf, cornersOf, type Outline } from '#contract/media/outline.ts';

/** Width and height, in millimetres or in pixels. */
export type Box = { width: number; height: number };

/** Diameter of a US quarter, in millimetres. */
export const QUARTER = 24.26;

/** The inner side of a thumbnail box of 1¼ inches, in millimetres. */
export const THUMBNAIL_BOX = 31.75;

/**
 * The face that a picture shows: the larger of the first two dimensions lies along the picture's longer side. A single dimension makes
 * a square.
 */
export function faceOf(millimetres: readonly number[], picture: Box): Box {
  const [first = 0, second = first] = millimetres;
  const [shorter, longer] = first < second ? [first, second] : [second, first];
  if (picture.width === picture.height) return { width: first, height: second };
  return picture.width > picture.height ? { width: longer, height: shorter } : { width: shorter, height: longer };
}

/**
 * How large what a picture shows of a piece is: with an outline as long as the face is, and as wide as it looks beside that, since the picture may
 * show another face than the first two dimensions do; without one, the face.
 */
export function extentOf(millimetres: readonly number[], picture: Box, outline: Outline | null): Box {
  if (outline === null) return faceOf(millimetres, picture);
  const bounds = boundsOf(cornersOf(outline));
  const shown = { width: bounds.width * picture.width, height: bounds.height * picture.height };
  const face = faceOf(millimetres, shown);
  const scale = Math.max(face.width, face.height) / Math.max(shown.width, shown.height);
  return { width: hundredths(shown.width * scale), height: hundredths(shown.height * scale) };
}

const hundredths = (value: number) => Math.round(value * 100) / 100;

/** Whether a piece goes into a thumbnail box, whichever way it lies; null where not all three sides are known and those that are would. */
export function fitsThumbnailBox(millimetres: readonly number[]): boolean | null {
  if (Math.max(...millimetres) > THUMBNAIL_BOX) return false;
  return millimetres.length === 3 ? true : null;
}
