/** Knows nothing of the library that makes renditions, which the child process alone loads. */
import type { Picture } from '#core/contract/media/media.ts';
import {
  type PictureFormat,
  previewName,
  renditionName,
  sizesIn,
  WIDEST_FULL_AVIF,
} from '#core/contract/media/media-urls.ts';

/** From 0 to 9: more takes longer and makes smaller files. */
export const PICTURE_EFFORT = 3;

/** Widths below the full size, in pixels. */
export const WIDTHS = [320, 640, 960, 1440, 2048];
/**
 * In pixels, for a picture across a whole window: on a desk of two pixels a point, 2048 would be
 * stretched.
 */
const WIDE = 3072;
const FIRST_WIDTHS = 2;
/** Up to this many pixels, all renditions are made at once. */
const SMALL_PIXELS = 500_000;

const formats = ['avif', 'jpg'] as const;

export type Rendition = { name: string; size: number | 'full' | 'preview'; format: PictureFormat };

export function renditionsOf(
  stem: string,
  picture: Pick<Picture, 'width' | 'widths' | 'complete'>,
): Rendition[] {
  const { complete } = picture;
  const sized = formats.flatMap((format) =>
    sizesIn(picture, format).map((size) => ({
      name: renditionName(stem, size, format),
      size,
      format,
    })),
  );
  return complete ? [...sized, { name: previewName(stem), size: 'preview', format: 'jpg' }] : sized;
}

export const isWide = ({ size }: Pick<Rendition, 'size'>): boolean =>
  typeof size === 'number' && size > WIDEST_FULL_AVIF;

/** Leaves out the full size. @param isWide it is shown across a whole window. */
export const allWidths = (width: number, isWide: boolean): number[] => [
  ...WIDTHS.filter((smaller) => smaller < width),
  ...(isWide && width > WIDEST_FULL_AVIF ? [Math.min(width, WIDE)] : []),
];

export function firstStep(width: number, height: number): Pick<Picture, 'widths' | 'complete'> {
  const widths = allWidths(width, false);
  const complete = width * height <= SMALL_PIXELS || widths.length === 0;
  return { widths: complete ? widths : widths.slice(0, FIRST_WIDTHS), complete };
}
