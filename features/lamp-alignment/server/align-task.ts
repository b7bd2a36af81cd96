import { decodePicture } from '#platform/images/images.ts';
import { alignPictures, type Sizes } from './alignment.ts';

export type AlignInput = Sizes & { base: string; moved: string };

export const run = async ({ base, moved, ...sizes }: AlignInput) =>
  alignPictures(await decodePicture(base), await decodePicture(moved), sizes);
