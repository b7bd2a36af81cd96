/** Which renditions a picture has. Knows nothing of the library that makes them, which is loaded in the child process alone. */
import type { Picture } from '#contract/media/media.ts';
import { type PictureFormat, previewName, renditionName, sizesIn, WIDEST_FULL_AVIF } from '#contract/media/media-urls.ts';

/** How hard pictures are compressed, from 0 to 9, as the shop does it: more takes longer and makes smaller files. */
export const PICTURE_EFFORT = 3;

/** Widths below the full size, in pixels. */
export const WIDTHS = [320, 640, 960, 1440, 2048];
/** Of a picture that is shown across a whole window: on a desk of two pixels a point, 2048 would be stretched. In pixels. */
const WIDE = 3072;
/** How many of them are made while the admin waits. */
const FIRST_WIDTHS = 2;
/** Up to this many pixels, all renditions are made at once. */
const SMALL_PIXELS = 500_000;

const formats = ['avif', 'jpg'] as const;

/** A file made from a picture. */
export type Rendition = { name: string; size: number | 'full' | 'preview'; format: PictureFormat };

/** The renditions that exist of a picture. @param stem what their file names begin with. */
export function renditionsOf(stem: string, picture: Pick<Picture, 'width' | 'widths' | 'complete'>): Rendition[] {
  const { complete } = picture;
  const sized = formats.flatMap((format) =>
    sizesIn(picture, format).map((size) => ({ name: renditionName(stem, size, format), size, format })),
  );
  return complete ? [...sized, { name: previewName(stem), size: 'preview', format: 'jpg' }] : sized;
}

/** Whether this is the rendition that only a picture across a whole window has. */
export const isWide = ({ size }: Pick<Rendition, 'size'>): boolean => typeof size === 'number' && size > WIDEST_FULL_AVIF;

/** The widths of a complete picture, without its full size. @param isWide whether it is shown across a whole window. */
export const allWidths = (width: number, isWide: boolean): number[] => [
  ...WIDTHS.filter((smaller) => smaller < width),
  ...(isWide && width > WIDEST_FULL_AVIF ? [Math.min(width, WIDE)] : []),
];

/** The renditions that a picture has after its first step. */
export function firstStep(width: number, height: number): Pick<Picture, 'widths' | 'complete'> {
  const widths = allWidths(width, false);
  const complete = width * height <= SMALL_PIXELS || widths.length === 0;
  return { widths: complete ? widths : widths.slice(0, FIRST_WIDTHS), complete };
}
