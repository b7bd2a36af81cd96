import type { Medium, Picture } from './media.ts';
import { isVideo } from './media-kind.ts';

export type PictureFormat = 'avif' | 'jpg';

/** Beyond this width (pixels) the full size exists as JPEG only, for zooming. */
export const WIDEST_FULL_AVIF = 2048;

/** For link previews, in pixels. */
export const PREVIEW_SIZE = { width: 1200, height: 630 };

/** `<id>-320.avif`, or `<id>-full.jpg`. Stored files have the stem in place of the id. */
export const renditionName = (id: string, width: number | 'full', format: PictureFormat) =>
  `${id}-${width}.${format}`;

export const previewName = (id: string) => `${id}-preview.jpg`;

/** No one may play the former file from a cache. */
export const videoName = (id: string, { isConverted }: { isConverted: boolean }) =>
  `${id}${isConverted ? '-converted' : ''}.mp4`;

/** @param key another one each time a turn is made. */
export const turnName = (id: string, key: string) => `${id}-turn-${key}.jpg`;

export const mediaUrl = (name: string) => `/media/${name}`;

export const renditionUrl = (id: string, width: number | 'full', format: PictureFormat) =>
  mediaUrl(renditionName(id, width, format));

/** Ascending. A picture too small for renditions has its full size from the start. */
export function sizesIn(
  { widths, width, complete }: Pick<Picture, 'widths' | 'width' | 'complete'>,
  format: PictureFormat,
) {
  const hasFull =
    (complete || widths.length === 0) && (format === 'jpg' || width <= WIDEST_FULL_AVIF);
  return hasFull ? [...widths, 'full' as const] : widths;
}

/** Largest last. @param widest in pixels; names none beyond, unless all are. */
export function srcSet(picture: Picture, widest = Number.POSITIVE_INFINITY): string {
  const sizes = sizesIn(picture, 'avif').map(
    (size) => [size, size === 'full' ? picture.width : size] as const,
  );
  const named = sizes.filter(([, width]) => width <= widest);
  return (named.length > 0 ? named : sizes)
    .map(([size, width]) => `${renditionUrl(picture.id, size, 'avif')} ${width}w`)
    .join(',');
}

export const largestJpeg = (picture: Picture): string =>
  renditionUrl(picture.id, sizesIn(picture, 'jpg').at(-1) ?? 'full', 'jpg');

/** Falls back to the largest JPEG; size in pixels. */
export function previewOf(picture: Picture): { url: string; width: number; height: number } {
  if (picture.complete) return { url: mediaUrl(previewName(picture.id)), ...PREVIEW_SIZE };
  const width = picture.widths.at(-1) ?? picture.width;
  return {
    url: largestJpeg(picture),
    width,
    height: Math.round((picture.height * width) / picture.width),
  };
}

export const posterOf = (medium: Medium): Picture => (isVideo(medium) ? medium.poster : medium);
