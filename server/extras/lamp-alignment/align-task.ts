/** Compares two pictures, in the child process that reads pictures. */
import { decodePicture } from '#server/platform/images/images.ts';
import { alignPictures, type Sizes } from './alignment.ts';

/** Paths of two JPEGs. */
export type AlignInput = Sizes & { base: string; moved: string };

export const run = async ({ base, moved, ...sizes }: AlignInput) =>
  alignPictures(await decodePicture(base), await decodePicture(moved), sizes);
