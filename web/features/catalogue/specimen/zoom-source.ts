import type { Picture } from '#contract/media/media.ts';
import { largestJpeg, type PictureFormat, renditionUrl, sizesIn } from '#contract/media/media-urls.ts';

/**
 * What the zoom loads of a picture: renditions in a format that this browser supports, and the largest JPEG for the deepest zoom.
 * Width and height are those of the largest one, in pixels, so that a picture whose renditions are incomplete is not stretched.
 */
export function zoomSource(picture: Picture, format: PictureFormat) {
  const largest = sizesIn(picture, 'jpg').at(-1) ?? 'full';
  const width = largest === 'full' ? picture.width : largest;
  const src = largestJpeg(picture);
  const smaller = picture.widths
    .filter((rendition) => rendition < width)
    .map((size) => `${renditionUrl(picture.id, size, format)} ${size}w`);
  return { src, srcset: [...smaller, `${src} ${width}w`].join(', '), width, height: Math.round((picture.height * width) / picture.width) };
}
