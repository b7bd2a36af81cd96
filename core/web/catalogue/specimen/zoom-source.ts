import type { Picture } from '#core/contract/media/media.ts';
import {
  largestJpeg,
  type PictureFormat,
  renditionUrl,
  sizesIn,
} from '#core/contract/media/media-urls.ts';

/**
 * The deepest zoom uses the largest JPEG, whose width and height, in pixels, keep a picture with
 * incomplete renditions unstretched.
 */
export function zoomSource(picture: Picture, format: PictureFormat) {
  const largest = sizesIn(picture, 'jpg').at(-1) ?? 'full';
  const width = largest === 'full' ? picture.width : largest;
  const src = largestJpeg(picture);
  const smaller = picture.widths
    .filter((rendition) => rendition < width)
    .map((size) => `${renditionUrl(picture.id, size, format)} ${size}w`);
  return {
    src,
    srcset: [...smaller, `${src} ${width}w`].join(', '),
    width,
    height: Math.round((picture.height * width) / picture.width),
  };
}
